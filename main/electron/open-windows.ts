import { z } from 'zod';
import { readJson, writeJson } from '../cotal/workspace/files.ts';
import { isWindowKey } from '../shell/window-keys.ts';

/** A window to open again at the next start. */
const openWindowSchema = z.object({
  key: z.string().refine(isWindowKey),
  mesh: z.string().max(64).nullable(),
  terminal: z.string().max(200).nullable(),
});
export type OpenWindow = z.infer<typeof openWindowSchema>;

const fileSchema = z.object({ windows: z.array(openWindowSchema).max(50) });

/** The windows that were open when the app ended; none when that is not known. */
export async function readOpenWindows(file: string): Promise<readonly OpenWindow[]> {
  // A damaged file only costs the second window.
  const kept = await readJson(file, fileSchema, '').catch(() => undefined);
  const byKey = new Map((kept?.windows ?? []).map((one) => [one.key, one]));
  return [...byKey.values()];
}

/** Keeps which windows are open, one write after another. */
export function createOpenWindowsFile(file: string): (windows: readonly OpenWindow[]) => Promise<void> {
  let last = Promise.resolve();
  return (windows) => {
    const kept = windows.map(({ key, mesh, terminal }) => ({ key, mesh, terminal }));
    last = last.then(() => writeJson(file, { windows: kept })).catch(() => undefined);
    return last;
  };
}
