import type { MeshStatus, ProcessView } from '../../shared/api/contract.ts';
import { explainAge } from '../../shared/base/time.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import type { LinkState } from '../bridge.ts';
import { useNow } from '../state/now.ts';
import type { StateShape } from '../state/roster.ts';
import { useWindow } from '../state/store.ts';
import { Icon, StateGlyph } from './icons.tsx';
import styles from './StatusBar.module.css';

/** The bottom line: how the window stands with the host, what moves, and how the mesh is. */
export function StatusBar({ isStale }: { isStale: boolean }) {
  const link = useWindow((s) => s.link);
  const status = useWindow((s) => s.status);
  const rate = useWindow((s) => s.snapshot?.msgsPerSec);
  const version = useWindow((s) => s.hostVersion);
  return (
    <footer className={styles.bar} aria-label="Status" data-region="" tabIndex={-1}>
      <Connection link={link} />
      {rate !== undefined && (
        <span>
          <Icon name="traffic" size={14} /> {isStale ? 'no messages come in' : `${formatRate(rate)} msg/s`}
        </span>
      )}
      {status !== null && <MeshState status={status} isStale={isStale} />}
      {version !== null && <span className={styles.end}>Host {visibleLine(version, 40)}</span>}
    </footer>
  );
}

function formatRate(rate: number): string {
  return rate > 0 && rate < 10 ? rate.toFixed(1) : String(Math.round(rate));
}

const CONNECTION: Readonly<
  Record<LinkState['state'], { shape: StateShape; words: string; isCounted: boolean }>
> = {
  connecting: { shape: 'starting', words: 'Connecting', isCounted: false },
  connected: { shape: 'working', words: 'Connected', isCounted: false },
  reconnecting: { shape: 'stale', words: 'Connection lost, reconnecting', isCounted: true },
  gone: { shape: 'offline', words: 'Connection lost', isCounted: true },
  refused: { shape: 'offline', words: 'Signed off', isCounted: true },
};

function Connection({ link }: { link: LinkState }) {
  const now = useNow();
  const { shape, words, isCounted } = CONNECTION[link.state];
  return (
    <span data-bad={link.state === 'gone' || link.state === 'refused'}>
      <StateGlyph shape={shape} /> {words}
      {isCounted && ` for ${explainAge(now - link.since)}`}
    </span>
  );
}

function MeshState({ status, isStale }: { status: MeshStatus; isStale: boolean }) {
  const state = isStale ? `was ${status.state}` : status.state;
  return (
    <>
      <button type="button" className={styles.mesh} popoverTarget="mesh-state">
        <Icon name="layers" size={14} />
        Mesh {state} · {status.processes.length} processes
      </button>
      <div
        id="mesh-state"
        popover="auto"
        className={styles.popover}
        role="group"
        aria-label="Processes of this mesh"
      >
        <h2>
          {visibleLine(status.space, 64)}{' '}
          <span>{status.mode === 'open' ? 'open, no credentials' : 'authenticated'}</span>
        </h2>
        <p>
          <code>{visibleLine(status.server, 200)}</code>
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">Process</th>
              <th scope="col">State</th>
              <th scope="col">For</th>
              <th scope="col">PID</th>
            </tr>
          </thead>
          <tbody>
            {status.processes.map((process) => (
              <ProcessRow key={process.role} process={process} isStale={isStale} />
            ))}
          </tbody>
        </table>
        {status.broker !== null && (
          <p>
            Broker {visibleLine(status.broker.version, 40)}, {status.broker.source}
          </p>
        )}
      </div>
    </>
  );
}

const SHAPES: Readonly<Record<ProcessView['state'], StateShape>> = {
  stopped: 'offline',
  starting: 'starting',
  ready: 'working',
  degraded: 'waiting',
  failing: 'offline',
};

function ProcessRow({ process, isStale }: { process: ProcessView; isStale: boolean }) {
  const now = useNow();
  return (
    <tr>
      <th scope="row">{process.role === 'person' ? 'you' : process.role}</th>
      <td>
        <StateGlyph shape={isStale ? 'stale' : SHAPES[process.state]} />{' '}
        {isStale ? `was ${process.state}` : process.state}
        {process.reason !== null && <small>{visibleLine(process.reason, 300)}</small>}
      </td>
      <td>{explainAge(now - process.since)}</td>
      <td>{process.pid ?? 'none'}</td>
    </tr>
  );
}
