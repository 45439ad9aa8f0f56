import { useCallback, useState } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import { explainPosting, type AccessRow } from '../../../shared/mesh-view/channel-access.ts';
import type { ChannelView as Channel } from '../../../shared/mesh-view/snapshot.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { Empty, ViewHead } from '../../components/View.tsx';
import { useDerived, useStale } from '../../state/derived.ts';
import { openOverlay, useWindow } from '../../state/store.ts';
import { channelKey, setMeshUi } from '../../state/ui.ts';
import { countMembers, explainReplay, explainStanding } from './channel-words.ts';
import styles from './ChannelView.module.css';
import { Conversation } from './Conversation.tsx';
import { MembersPanel } from './MembersPanel.tsx';
import { useAccess } from './useAccess.ts';

/** A channel: what was said in it, who is in it, and where one writes. */
export function ChannelView({ channel }: { channel: string }) {
  const view = useWindow((s) => s.snapshot?.channels.find((each) => each.channel === channel));
  const personId = useWindow((s) => s.person?.id);
  const access = useAccess(channel, view);
  const [isSearching, setSearching] = useState(false);
  const [hasMembers, setMembers] = useState(false);
  const closeMembers = useCallback(() => setMembers(false), []);
  const endSearch = useCallback(() => setSearching(false), []);
  const label = `#${visibleLine(channel, 100)}`;
  const toggleMembers = (): void => {
    // One panel at a time.
    if (!hasMembers) setMeshUi({ thread: null });
    setMembers(!hasMembers);
  };
  return (
    <>
      <ViewHead title={label} note={<Standing view={view} />} hasLine>
        <MembersButton access={access} isOpen={hasMembers} onToggle={toggleMembers} />
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Search in conversation"
          aria-pressed={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          <Icon name="search" />
        </button>
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Channel settings"
          onClick={() => openOverlay({ kind: 'channel-settings', channel })}
        >
          <Icon name="settings" />
        </button>
      </ViewHead>
      <Conversation
        of={{ kind: 'channel', channel }}
        conversation={channelKey(channel)}
        to={{ kind: 'channel', channel }}
        label={label}
        channel={view}
        note={explainPosting(access, personId)}
        beginning={<span>This is the beginning of what is kept of {label}.</span>}
        empty={
          <Empty icon="channel" title="Nothing was said here yet">
            What is said in {label} appears here as it is said.{' '}
            {view === undefined ? '' : explainReplay(view)} You can begin: write below.
          </Empty>
        }
        isSearching={isSearching}
        onSearchEnd={endSearch}
        sidePanel={
          hasMembers ? (
            <MembersPanel channel={channel} view={view} access={access} onClose={closeMembers} />
          ) : undefined
        }
        onPanel={closeMembers}
      />
    </>
  );
}

/** The delivery class, how the person stands to the channel, and what it is for. */
function Standing({ view }: { view: Channel | undefined }) {
  const isStale = useStale() !== undefined;
  if (view === undefined) return 'not in the list of channels';
  const { deliveryClass, joined, description } = view;
  return (
    <>
      <span className={styles.class}>
        <Icon name={deliveryClass === 'durable' ? 'layers' : 'live'} size={14} />
        {deliveryClass}
      </span>
      {explainStanding(joined, isStale)}
      {description !== null && description !== '' && ` · ${visibleLine(description, 200)}`}
    </>
  );
}

interface MembersButtonProps {
  readonly access: readonly AccessRow[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function MembersButton({ access, isOpen, onToggle }: MembersButtonProps) {
  const isStale = useStale() !== undefined;
  const count = useDerived((d) => countMembers(access, d.rows, isStale));
  return (
    <button
      type="button"
      className={controls.quiet}
      aria-expanded={isOpen}
      aria-label={`Members: ${count}`}
      onClick={onToggle}
    >
      <Icon name="people" />
      <span className={styles.count}>{count}</span>
    </button>
  );
}
