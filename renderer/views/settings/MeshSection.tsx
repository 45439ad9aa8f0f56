import { useState } from 'react';
import type { MeshStatus } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { Loading, ProblemNote } from '../../components/View.tsx';
import { useStale } from '../../state/derived.ts';
import { useWindow } from '../../state/store.ts';
import { useOpenMesh } from '../first-run/folders.ts';
import { useFolderChoice } from '../first-run/useFolderChoice.tsx';
import { CopyButton } from './CopyButton.tsx';
import { DownDialog } from './DownDialog.tsx';
import { Processes } from './Processes.tsx';
import type { Section } from './search.ts';
import { SettingRow } from './SettingRow.tsx';
import styles from './settings.module.css';
import { explainAddress, explainBroker, explainMode } from './words.ts';

/** How the shown mesh is set up. What is fixed while it runs is said, not offered. */
export const meshSection: Section = {
  id: 'mesh',
  title: 'Mesh',
  icon: 'server',
  settings: [
    { id: 'broker', label: 'Broker', words: 'nats-server version built in external', Row: BrokerRow },
    { id: 'address', label: 'Listening on', words: 'address port server copy', Row: AddressRow },
    { id: 'mode', label: 'Who may join', words: 'mode authenticated open credentials', Row: ModeRow },
    { id: 'folder', label: 'Folder', words: 'root project open another directory', Row: FolderRow },
    { id: 'close', label: 'When I close the window', words: 'quit keep running stop', Row: CloseRow },
    {
      id: 'processes',
      label: 'Processes',
      words: 'pid host manager delivery state since',
      Row: ProcessesRow,
    },
    { id: 'warnings', label: 'Warnings', words: 'disk git open', Row: WarningsRow },
    { id: 'down', label: 'Bring this mesh down', words: 'stop end agents shut', Row: DownRow },
  ],
};

function useStatus(): MeshStatus | null {
  return useWindow((s) => s.status);
}

function BrokerRow() {
  const status = useStatus();
  if (status === null) return <Loading>Asking the host about this mesh.</Loading>;
  const { broker } = status;
  return (
    <SettingRow
      label="Broker"
      note={
        <>
          {visibleLine(explainBroker(broker), 200)}{' '}
          {broker !== null && broker.path !== '' && <code>{visibleLine(broker.path, 400)}</code>}
        </>
      }
    />
  );
}

function AddressRow() {
  const status = useStatus();
  if (status === null) return null;
  const { server } = status;
  return (
    <SettingRow
      label="Listening on"
      note={
        <>
          <code>{visibleLine(server, 300)}</code> {explainAddress(server)} Chosen at its first start and kept.
        </>
      }
    >
      <CopyButton text={server} what="The address" />
    </SettingRow>
  );
}

function ModeRow() {
  const status = useStatus();
  if (status === null) return null;
  return <SettingRow label="Who may join" note={explainMode(status.mode)} />;
}

function FolderRow() {
  const status = useStatus();
  const isConnected = useWindow((s) => s.link.state === 'connected');
  const mesh = useOpenMesh();
  const { ask, dialog } = useFolderChoice({
    title: 'Open another folder',
    action: 'Bring up its mesh',
    onChoose: (path) => void mesh.open(path),
  });
  if (status === null) return null;
  return (
    <SettingRow
      label="Folder"
      note={
        mesh.isBusy ? (
          `Bringing up the mesh of ${visibleLine(mesh.root ?? '', 300)}.`
        ) : (
          <>
            <code>{visibleLine(status.root, 400)}</code> Its mesh is called {visibleLine(status.space, 64)}.
            Another folder has a mesh of its own; this one stays up.
          </>
        )
      }
      below={mesh.problem !== undefined && <ProblemNote problem={mesh.problem} />}
    >
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        disabled={mesh.isBusy || !isConnected}
        onClick={() => ask(status.root)}
      >
        <Icon name="folder" size={14} /> Open another folder…
      </button>
      {dialog}
    </SettingRow>
  );
}

function CloseRow() {
  const hasTray = useWindow((s) => s.shell?.features.tray === true);
  return (
    <SettingRow
      label="When I close the window"
      note={
        hasTray
          ? 'Agents keep running; the tray shows how many things need you.'
          : 'Agents keep running. The next window shows them as they are then.'
      }
    />
  );
}

function ProcessesRow() {
  const status = useStatus();
  if (status === null) return null;
  return (
    <SettingRow
      label="Processes"
      note="What this mesh is made of on this machine."
      below={<Processes processes={status.processes} />}
    />
  );
}

function WarningsRow() {
  const status = useStatus();
  if (status === null) return null;
  return (
    <SettingRow
      label="Warnings"
      note={status.warnings.length === 0 ? 'None while this mesh runs as it does now.' : undefined}
      below={
        status.warnings.length > 0 && (
          <ul className={styles.warnings}>
            {status.warnings.map((warning) => (
              <li key={warning}>
                <Icon name="alert" size={14} /> {visibleLine(warning, 400)}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

function DownRow() {
  const status = useStatus();
  const isDown = useWindow((s) => s.phase === 'down');
  if (status === null) return null;
  return isDown ? <UpAgain root={status.root} /> : <Down mesh={status.id} space={status.space} />;
}

function Down({ mesh, space }: { mesh: string; space: string }) {
  const stale = useStale();
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingRow
      label="Bring this mesh down"
      note={
        stale === undefined
          ? 'Stops its agents, then its broker. Messages and personas stay in their places.'
          : `It cannot be brought down from here now: ${stale.reason}.`
      }
    >
      <button
        type="button"
        className={`${controls.bad} ${controls.small}`}
        disabled={stale !== undefined}
        onClick={() => setAsking(true)}
      >
        Bring this mesh down…
      </button>
      {isAsking && <DownDialog mesh={mesh} space={space} onClose={() => setAsking(false)} />}
    </SettingRow>
  );
}

function UpAgain({ root }: { root: string }) {
  const mesh = useOpenMesh();
  const isConnected = useWindow((s) => s.link.state === 'connected');
  return (
    <SettingRow
      label="Bring this mesh up again"
      note="It was brought down. Its messages and personas are where they were; agents are started anew by you."
      below={mesh.problem !== undefined && <ProblemNote problem={mesh.problem} />}
    >
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        disabled={mesh.isBusy || !isConnected}
        onClick={() => void mesh.open(root)}
      >
        <Icon name="play" size={14} /> {mesh.isBusy ? 'Bringing it up' : 'Bring it up again'}
      </button>
    </SettingRow>
  );
}
