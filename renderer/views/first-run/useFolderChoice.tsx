import { useState, type ReactNode } from 'react';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce } from '../../state/store.ts';
import { FolderDialog } from './FolderDialog.tsx';
import { pickWithSystem } from './folders.ts';

/** Asks for a folder: with the system's dialog where this window has it, else with the page's own. */
export function useFolderChoice(o: {
  readonly title: string;
  readonly action: string;
  readonly onChoose: (path: string) => void;
}): { readonly ask: (from: string | null) => void; readonly dialog: ReactNode } {
  const bridge = useBridge();
  const [asking, setAsking] = useState<{ readonly from: string | null } | undefined>();

  async function ask(from: string | null): Promise<void> {
    try {
      const picked = await pickWithSystem(bridge, from);
      if (picked === undefined) setAsking({ from });
      else if (picked.path !== null) o.onChoose(picked.path);
    } catch (error) {
      announce(explainProblem(error).what);
      setAsking({ from });
    }
  }

  return {
    ask: (from) => void ask(from),
    dialog: asking !== undefined && (
      <FolderDialog
        title={o.title}
        action={o.action}
        from={asking.from}
        onClose={() => setAsking(undefined)}
        onChoose={(path) => {
          setAsking(undefined);
          o.onChoose(path);
        }}
      />
    ),
  };
}
