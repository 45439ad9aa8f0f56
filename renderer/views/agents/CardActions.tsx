import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon, type IconName } from '../../components/icons.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { useStale } from '../../state/derived.ts';
import { showDm } from '../../state/store.ts';
import { openTerminal } from '../../terminal/active.ts';
import { copyText } from '../../leave.ts';
import type { AgentCard } from './cards.ts';
import { askToEnd, toggleDetails } from './control.ts';

/** What can be done with an agent, as small buttons. */
export function CardActions({ card }: { card: AgentCard }) {
  const isStale = useStale() !== undefined;
  const name = visibleLine(card.name, 64);
  return (
    <>
      {card.isOurs && (
        <>
          <Action icon="terminal" label={`Terminal of ${name}`} run={() => openTerminal(card.name)} />
          <Action
            icon="restart"
            label={`Restart ${name}`}
            isDisabled={isStale}
            run={() => askToEnd(card.id, 'restart')}
          />
          {!card.hasEnded && (
            <Action
              icon="stop"
              label={`Stop ${name}`}
              isDisabled={isStale}
              run={() => askToEnd(card.id, 'stop')}
            />
          )}
        </>
      )}
      <MenuButton
        label={`More for ${name}`}
        icon="more"
        actions={[
          { id: 'details', label: 'Details', icon: 'panel', keys: 'I', run: toggleDetails },
          {
            id: 'message',
            label: 'Write to it',
            icon: 'direct',
            run: () => showDm({ id: card.id, name: card.name }),
          },
          {
            id: 'copy',
            label: 'Copy its id',
            icon: 'copy',
            run: () => void copyText(card.id, 'The instance id'),
          },
        ]}
      />
    </>
  );
}

function Action(o: { icon: IconName; label: string; isDisabled?: boolean; run: () => void }) {
  return (
    <button
      type="button"
      className={controls.iconButton}
      aria-label={o.label}
      title={o.label}
      disabled={o.isDisabled}
      onClick={o.run}
    >
      <Icon name={o.icon} />
    </button>
  );
}
