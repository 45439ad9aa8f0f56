import { useWindow } from '../../state/store.ts';
import { EndBand } from '../../terminal/EndBand.tsx';
import { endingDone, useAgentsView } from './control.ts';

/** The question before an agent is stopped or restarted, and what became of it. */
export function AboutToEnd({ mesh }: { mesh: string }) {
  const ending = useAgentsView((s) => s.ending);
  const agent = useWindow((s) => s.agents.find(({ id }) => id === ending?.id));
  if (ending === null || agent === undefined) return null;
  const done = (): void => {
    endingDone();
    // The buttons that had the focus are gone with the question.
    document.querySelector<HTMLElement>(`button[data-agent="${CSS.escape(agent.name)}"]`)?.focus();
  };
  return (
    <EndBand
      key={`${ending.kind} ${ending.id}`}
      mesh={mesh}
      agent={agent}
      ending={ending.kind}
      onDone={done}
    />
  );
}
