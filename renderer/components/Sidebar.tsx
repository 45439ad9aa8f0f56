import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef, type ReactNode } from 'react';
import { explainAge } from '../../shared/base/time.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import { useDerived, useRoster, useStale } from '../state/derived.ts';
import { showMesh } from '../state/follow.ts';
import { useNow } from '../state/now.ts';
import type { RosterRow } from '../state/roster.ts';
import { closeDrawer, openOverlay, showAgent, showChannel, showDm, useWindow } from '../state/store.ts';
import { channelKey, useMeshUi, useUi, type View } from '../state/ui.ts';
import controls from './controls.module.css';
import { Icon, type IconName } from './icons.tsx';
import { PeerGlyph } from './PeerGlyph.tsx';
import { MenuButton } from './MenuButton.tsx';
import styles from './Sidebar.module.css';

/** Who is there and where they talk: what needs the person, agents, endpoints, channels, direct messages. */
export function Sidebar({ view }: { view: View }) {
  const space = useWindow(
    (s) => s.status?.space ?? s.meshes.find(({ id }) => id === s.meshId)?.space ?? 'Cotal',
  );
  return (
    <nav
      className={styles.side}
      aria-label={`Space ${visibleLine(space, 64)}`}
      data-region=""
      tabIndex={-1}
      // Over the view it is a drawer: whoever chose something wants to see it.
      onClick={(event) =>
        event.target instanceof Element && event.target.closest('li') !== null && closeDrawer()
      }
    >
      <Space space={space} />
      <Needs />
      <div className={styles.scroll}>
        <Agents view={view} />
        <Endpoints view={view} />
        <Channels view={view} />
        <DirectMessages view={view} />
      </div>
    </nav>
  );
}

function Space({ space }: { space: string }) {
  const meshes = useWindow((s) => s.meshes);
  const meshId = useWindow((s) => s.meshId);
  return (
    <div className={styles.space}>
      <span className={controls.clip}>{visibleLine(space, 64)}</span>
      {/* One that went down is none of them, and there has to be a way from it to those that are up. */}
      {meshes.some(({ id }) => id !== meshId) && (
        <MenuButton
          label="Other spaces"
          icon="chevron"
          actions={meshes.map((mesh) => ({
            id: mesh.id,
            label: visibleLine(mesh.space, 64),
            ...(mesh.id === meshId ? { icon: 'check' as const } : {}),
            run: () => showMesh(mesh.id),
          }))}
        />
      )}
      <button
        type="button"
        className={`${controls.iconButton} ${styles.find}`}
        aria-label="Search or run"
        onClick={() => openOverlay({ kind: 'palette', query: '' })}
      >
        <Icon name="search" />
      </button>
    </div>
  );
}

function Needs() {
  const oldest = useDerived((d) => d.waiting[0]?.since);
  const count = useDerived((d) => d.waiting.length);
  const now = useNow();
  return (
    <button
      type="button"
      className={styles.needs}
      onClick={() => useUi.setState(({ lane }) => ({ lane: lane === 'wide' ? 'open' : 'wide' }))}
    >
      <Icon name="bell" />
      <b>Needs you</b>
      <span className={styles.age}>
        {oldest === undefined ? 'nothing' : `oldest ${explainAge(now - oldest)}`}
      </span>
      {count > 0 && <span className={styles.waiting}>{count}</span>}
    </button>
  );
}

interface SectionProps {
  readonly title: string;
  readonly count?: number;
  readonly add?: { readonly label: string; readonly run: () => void; readonly isDisabled: boolean };
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Section({ title, count, add, isEmpty, children }: SectionProps) {
  const id = `side-${title.toLowerCase().replace(' ', '-')}`;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        {add !== undefined && (
          <button
            type="button"
            className={controls.iconButton}
            aria-label={add.label}
            disabled={add.isDisabled}
            onClick={add.run}
          >
            <Icon name="plus" size={14} />
          </button>
        )}
      </div>
      {isEmpty ? <p className={styles.none}>none yet</p> : <ul>{children}</ul>}
    </section>
  );
}

function Agents({ view }: { view: View }) {
  const rows = useRoster().agents;
  const isStale = useStale() !== undefined;
  const selected = useMeshUi((ui) => ui.selectedAgent);
  const isDmWith = useIsDmWith(view);
  const isCurrent = (row: RosterRow): boolean =>
    view.kind === 'agents' && row.hasTerminal ? row.name === selected : isDmWith(row);
  const add = {
    label: 'Spawn an agent',
    run: () => openOverlay({ kind: 'spawn', persona: null }),
    isDisabled: isStale,
  };
  return (
    <Section title="Agents" count={rows.length} add={add} isEmpty={rows.length === 0}>
      {rows.length > MANY ? (
        <ManyPeers rows={rows} isCurrent={isCurrent} />
      ) : (
        rows.map((row) => (
          <li key={row.id}>
            <PeerRow row={row} isCurrent={isCurrent(row)} />
          </li>
        ))
      )}
    </Section>
  );
}

/** From this many on only the rows in sight are drawn. */
const MANY = 60;

function ManyPeers(o: { rows: readonly RosterRow[]; isCurrent: (row: RosterRow) => boolean }) {
  const list = useRef<HTMLLIElement>(null);
  const height = useUi((ui) => (ui.density === 'compact' ? 24 : 28));
  // What it returns is used here and now, never kept.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: o.rows.length,
    getScrollElement: () => list.current?.closest(`.${styles.scroll}`) ?? null,
    estimateSize: () => height,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => o.rows[index]?.id ?? index,
    overscan: 8,
  });
  return (
    <li ref={list} className={styles.many} style={{ height: virtual.getTotalSize() }}>
      <ul>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = o.rows[index];
          if (row === undefined) return null;
          const top = start - virtual.options.scrollMargin;
          return (
            <li key={key} style={{ top }} aria-setsize={o.rows.length} aria-posinset={index + 1}>
              <PeerRow row={row} isCurrent={o.isCurrent(row)} />
            </li>
          );
        })}
      </ul>
    </li>
  );
}

function Endpoints({ view }: { view: View }) {
  const rows = useRoster().endpoints;
  const person = useWindow((s) => s.person?.id);
  const isDmWith = useIsDmWith(view);
  return (
    <Section title="Endpoints" count={rows.length} isEmpty={rows.length === 0}>
      {rows.map((row) => (
        <li key={row.id}>
          <PeerRow row={row} isYou={row.id === person} isCurrent={isDmWith(row)} />
        </li>
      ))}
    </Section>
  );
}

/** Is this the peer that the person writes to? A conversation that is listed below is marked there, and only there. */
function useIsDmWith(view: View): (row: RosterRow) => boolean {
  const dms = useDerived((d) => d.dms);
  return (row) => view.kind === 'dm' && view.id === row.id && !dms.some(({ id }) => id === row.id);
}

interface PeerRowProps {
  readonly row: RosterRow;
  readonly isYou?: boolean;
  readonly isCurrent: boolean;
}

const PeerRow = memo(function PeerRow({ row, isYou = false, isCurrent }: PeerRowProps) {
  const said = row.activity === null ? '' : `: ${visibleLine(row.activity, 200)}`;
  const isWorded = row.shape === 'stale' || row.shape === 'starting';
  return (
    <button
      type="button"
      className={styles.row}
      aria-current={isCurrent}
      data-absent={row.word === 'offline'}
      title={`${row.word}${said}`}
      onClick={() => (row.hasTerminal ? showAgent(row.name) : showDm(row))}
    >
      <PeerGlyph row={row} />
      <span className={styles.name}>{visibleLine(row.name, 64)}</span>
      <span className={styles.age}>{isYou ? 'you' : isWorded ? row.word : <Age at={row.lastSign} />}</span>
    </button>
  );
});

/** How long ago; the only part of a row that changes by itself. */
function Age({ at }: { at: number | null }) {
  const now = useNow();
  return at === null ? 'unknown' : explainAge(now - at);
}

function Channels({ view }: { view: View }) {
  const channels = useWindow((s) => s.snapshot?.channels);
  const unread = useDerived((d) => d.unread);
  const isStale = useStale() !== undefined;
  const add = { label: 'New channel', run: () => openOverlay({ kind: 'new-channel' }), isDisabled: isStale };
  return (
    <Section title="Channels" add={add} isEmpty={channels === undefined || channels.length === 0}>
      {channels?.map(({ channel, description, deliveryClass }) => (
        <TalkRow
          key={channel}
          icon="channel"
          name={channel}
          unread={unread.get(channelKey(channel)) ?? 0}
          title={description ?? undefined}
          isCurrent={view.kind === 'channel' && view.channel === channel}
          onSelect={() => showChannel(channel)}
        >
          {deliveryClass === 'live' && (
            <span className={styles.age} title="Live: only who is there gets it; nothing is kept for later">
              <Icon name="live" size={14} />
              <span className="visually-hidden">live, not kept</span>
            </span>
          )}
        </TalkRow>
      ))}
    </Section>
  );
}

function DirectMessages({ view }: { view: View }) {
  const dms = useDerived((d) => d.dms);
  const isStale = useStale() !== undefined;
  const now = useNow();
  const add = { label: 'Write to somebody', run: () => openOverlay({ kind: 'new-dm' }), isDisabled: isStale };
  return (
    <Section title="Direct messages" add={add} isEmpty={dms.length === 0}>
      {dms.map(({ id, name, unread, lastAt }) => (
        <TalkRow
          key={id}
          icon="direct"
          name={name}
          unread={unread}
          isCurrent={view.kind === 'dm' && view.id === id}
          onSelect={() => showDm({ id, name })}
        >
          <span className={styles.age}>{explainAge(now - lastAt)}</span>
        </TalkRow>
      ))}
    </Section>
  );
}

interface TalkRowProps {
  readonly icon: IconName;
  readonly name: string;
  readonly unread: number;
  readonly title?: string | undefined;
  readonly isCurrent: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

function TalkRow({ icon, name, unread, title, isCurrent, onSelect, children }: TalkRowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-unread={unread > 0}
        aria-current={isCurrent}
        title={title === undefined ? undefined : visibleLine(title, 300)}
        onClick={onSelect}
      >
        <Icon name={icon} size={14} />
        <span className={styles.name}>{visibleLine(name, 100)}</span>
        {unread > 0 ? (
          <span className={styles.unread}>
            {unread} <span className="visually-hidden">unread</span>
          </span>
        ) : (
          children
        )}
      </button>
    </li>
  );
}
