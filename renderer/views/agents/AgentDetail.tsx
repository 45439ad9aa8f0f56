import type { ReactNode } from 'react';
import type { AgentRow } from '../../../shared/api/contract.ts';
import { visibleLine, visibleText } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon, StateGlyph } from '../../components/icons.tsx';
import { useDerived, useStale } from '../../state/derived.ts';
import { clockTime } from '../../state/times.ts';
import { showChannel, showDm, useWindow } from '../../state/store.ts';
import { openTerminal } from '../../terminal/active.ts';
import { copyText } from '../../leave.ts';
import { AccessList } from '../spawn/AccessList.tsx';
import { AboutToEnd } from './AboutToEnd.tsx';
import styles from './AgentDetail.module.css';
import { Age, runsIn } from './Card.tsx';
import type { AgentCard } from './cards.ts';
import { askToEnd, toggleDetails } from './control.ts';

export interface AgentDetailProps {
  readonly mesh: string;
  readonly card: AgentCard;
  /** Absent for one that was started elsewhere. */
  readonly agent: AgentRow | undefined;
}

/** Everything that is known of one agent: who it is, what it may do, how it ended, where it talks. */
export function AgentDetail({ mesh, card, agent }: AgentDetailProps) {
  const description = useWindow((s) => s.snapshot?.agents.find(({ id }) => id === card.id)?.description);
  const name = visibleLine(card.name, 64);
  return (
    <aside
      className={styles.detail}
      aria-label={`Details of ${name}`}
      data-side-panel=""
      data-region=""
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && toggleDetails()}
    >
      <header className={styles.head}>
        <StateGlyph shape={card.shape} />
        <h2 className={controls.clip}>{name}</h2>
        {card.role !== null && <span className={controls.tag}>{visibleLine(card.role, 32)}</span>}
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Close details"
          onClick={toggleDetails}
        >
          <Icon name="close" />
        </button>
      </header>
      <p className={styles.state}>
        <span>
          {card.word}
          <Age since={card.since} />
        </span>
        {visibleText(card.doing, 1000)}
      </p>
      {typeof description === 'string' && description !== '' && (
        <p className={styles.description}>{visibleText(description, 1000)}</p>
      )}
      <Ways card={card} />
      <div className={styles.ending}>
        <AboutToEnd mesh={mesh} />
      </div>
      {agent !== undefined && agent.lastLines.length > 0 && (
        <section>
          <h3>Its last lines</h3>
          <pre>{visibleText(agent.lastLines.join('\n'), 4000)}</pre>
        </section>
      )}
      <section>
        <h3>Identity</h3>
        <dl className={styles.facts}>
          <Fact name="Instance id">
            <code>{visibleLine(card.id, 128)}</code>{' '}
            <button
              type="button"
              className={controls.iconButton}
              aria-label="Copy the instance id"
              onClick={() => void copyText(card.id, 'The instance id')}
            >
              <Icon name="copy" size={14} />
            </button>
          </Fact>
          {agent === undefined ? <Fact name="Runs in">{runsIn(card)}</Fact> : <OwnFacts agent={agent} />}
        </dl>
      </section>
      <section>
        <h3>What it may do on the mesh</h3>
        {agent === undefined ? (
          <p className={controls.meta}>
            Not known: it was stopped, or it was started elsewhere with a credential of its own.
          </p>
        ) : (
          <AccessList access={agent} />
        )}
      </section>
      {agent !== undefined && <Conversations agent={agent} />}
    </aside>
  );
}

function Ways({ card }: { card: AgentCard }) {
  const isStale = useStale() !== undefined;
  const small = `${controls.button} ${controls.small}`;
  return (
    <p className={styles.ways}>
      {card.isOurs && (
        <button type="button" className={small} onClick={() => openTerminal(card.name)}>
          <Icon name="terminal" size={14} /> Terminal
        </button>
      )}
      <button type="button" className={small} onClick={() => showDm({ id: card.id, name: card.name })}>
        <Icon name="direct" size={14} /> Write to it
      </button>
      {card.isOurs && (
        <button
          type="button"
          className={small}
          disabled={isStale}
          onClick={() => askToEnd(card.id, 'restart')}
        >
          <Icon name="restart" size={14} /> Restart
        </button>
      )}
      {card.isOurs && !card.hasEnded && (
        <button
          type="button"
          className={`${controls.bad} ${controls.small}`}
          disabled={isStale}
          onClick={() => askToEnd(card.id, 'stop')}
        >
          <Icon name="stop" size={14} /> Stop
        </button>
      )}
    </p>
  );
}

function OwnFacts({ agent }: { agent: AgentRow }) {
  const owner = useDerived((d) => (agent.parent === null ? 'you' : d.rows.get(agent.parent)?.name));
  const { model, restartedAt, exit } = agent;
  return (
    <>
      <Fact name="Started by">{visibleLine(owner ?? agent.parent ?? 'unknown', 128)}</Fact>
      <Fact name="Persona">{visibleLine(agent.persona, 200)}</Fact>
      <Fact name="Harness">{visibleLine(agent.agent, 64)}</Fact>
      <Fact name="Model">{model === null ? 'the harness’s own' : visibleLine(model, 200)}</Fact>
      <Fact name="Folder">
        <code>{visibleLine(agent.cwd, 400)}</code>
      </Fact>
      <Fact name="Process">{processWords(agent)}</Fact>
      <Fact name="Started">{dayTime(agent.start.processAt)}</Fact>
      {restartedAt !== null && <Fact name="Restarted">{dayTime(restartedAt)}, when the host was</Fact>}
      {exit !== null && <Fact name="Ended">{dayTime(exit.at)}</Fact>}
    </>
  );
}

function processWords({ process, pid, exit }: AgentRow): string {
  if (process === 'running') return pid === null ? 'runs' : `runs as ${pid}`;
  if (exit === null) return 'has ended';
  if (exit.signal !== null && exit.signal !== 0) return `was ended by signal ${exit.signal}`;
  return `ended with code ${exit.code ?? 'unknown'}`;
}

/** Where it listens; a pattern has no conversation of its own. */
function Conversations({ agent }: { agent: AgentRow }) {
  const channels = agent.subscribe.filter((pattern) => !/[*>]/.test(pattern));
  if (channels.length === 0) return null;
  return (
    <section>
      <h3>Where it talks</h3>
      <ul className={styles.channels}>
        {channels.map((channel) => (
          <li key={channel}>
            <button type="button" onClick={() => showChannel(channel)}>
              <Icon name="channel" size={14} /> {visibleLine(channel, 200)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

function dayTime(at: number): string {
  return `${day.format(at)}, ${clockTime(at)}`;
}
