import { MAX_WINDOW_STATE_CHARS } from '../../shared/api/shell.ts';
import type { Bridge } from '../bridge.ts';
import { applyAppearance } from '../theme/apply.ts';
import { parseUi, useUi, type Ui } from './ui.ts';

/** Saved this long after the last change: a crash costs at most that much of an arrangement. */
const SAVE_MS = 300;
const LONG_DRAFT = 4000;

/** Brings back what the person had arranged in this window, and keeps it from then on. Never rejects. */
export async function keepUi(bridge: Bridge): Promise<void> {
  const kept = await bridge.call('shell.loadState', {}).catch(() => undefined);
  useUi.setState(parseUi(kept?.state));
  applyAppearance(useUi.getState());
  useUi.subscribe(applyAppearance);
  // What could not be read is still there for the next window: nothing is written over it.
  if (kept === undefined) return;

  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    bridge.call('shell.saveState', { state: fitting(useUi.getState()) }).catch(() => undefined);
  };
  useUi.subscribe(() => {
    timer ??= setTimeout(save, SAVE_MS);
  });
  addEventListener('pagehide', () => timer !== undefined && save());
}

/** What is too much to be kept as a whole gives up its longest drafts first. */
function fitting(ui: Ui): Ui {
  if (JSON.stringify(ui).length < MAX_WINDOW_STATE_CHARS) return ui;
  const meshes = Object.entries(ui.meshes).map(([id, mesh]) => {
    const drafts = Object.entries(mesh.drafts).filter(([, text]) => text.length < LONG_DRAFT);
    return [id, { ...mesh, drafts: Object.fromEntries(drafts) }] as const;
  });
  return { ...ui, meshes: Object.fromEntries(meshes) };
}
