import { useEffect } from 'react';
import { visibleLine } from '../../shared/base/visible.ts';
import { Empty } from '../components/View.tsx';
import { useRoster, useStale } from '../state/derived.ts';
import { useWindow } from '../state/store.ts';
import { TerminalArea } from '../terminal/TerminalArea.tsx';
import styles from './TerminalWindow.module.css';

/** A window that shows one agent's terminal alone. */
export function TerminalWindow({ agent }: { agent: string }) {
  const mesh = useWindow((s) => s.meshId);
  const agents = useWindow((s) => s.agents);
  const roster = useRoster();
  const stale = useStale();
  const name = visibleLine(agent, 64);
  useEffect(() => {
    document.title = `${name} · Cotal`;
  }, [name]);
  const own = agents.filter((each) => each.name === agent);
  if (mesh === null || own.length === 0) {
    return (
      <Empty title={`${name} is not here`} icon="terminal">
        It was stopped and its terminal went with it. This window can be closed.
      </Empty>
    );
  }
  return (
    <main className={styles.window} aria-label={`Terminal of ${name}`}>
      <TerminalArea mesh={mesh} agents={own} rows={roster.agents} stale={stale} isAlone />
    </main>
  );
}
