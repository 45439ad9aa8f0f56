import { arch, homedir, release } from 'node:os';
import type { Check, HarnessRow } from '../../shared/api/contract.ts';
import { launchTerminal } from '../terminal/index.ts';
import { runDoctor, type DoctorDeps } from './doctor.ts';
import type { Mesh } from './mesh.ts';
import { lastLogLines, supportText } from './support.ts';

/** What the host can say about its own health. */
export interface Diagnosis {
  doctor(mesh: Mesh | undefined): Promise<{ at: number; checks: Check[] }>;
  /** What would be given to somebody who helps, as text to look through. */
  support(mesh: Mesh | undefined): Promise<string>;
  harnesses(): Promise<HarnessRow[]>;
}

const TERMINAL_MS = 5000;

export function createDiagnosis(
  d: Omit<DoctorDeps, 'mesh' | 'tryTerminal'> & { readonly meshes: () => readonly Mesh[] },
): Diagnosis {
  const doctor: Diagnosis['doctor'] = async (mesh) => ({
    at: d.now(),
    checks: await runDoctor({ ...d, mesh, tryTerminal: () => tryTerminal(d.now) }),
  });
  return {
    doctor,
    harnesses: d.harnesses,
    async support(mesh) {
      const [{ at, checks }, log] = await Promise.all([
        doctor(mesh),
        lastLogLines(d.hostLog).catch(() => [] as string[]),
      ]);
      const meshes = (mesh === undefined ? d.meshes() : [mesh]).map((m) => m.status());
      const platform = `${process.platform} ${release()} ${arch()}, Node ${process.version}`;
      return supportText({ ...d, at, checks, meshes, log, platform, homeDir: homedir() });
    },
  };
}

/** Runs a word through a terminal of its own. */
async function tryTerminal(now: () => number): Promise<void> {
  const script = 'process.stdout.write("terminal works")';
  const place = { cwd: process.cwd(), env: {}, cols: 80, rows: 24 };
  const session = await launchTerminal({ file: process.execPath, args: ['-e', script], ...place }, { now });
  try {
    const ended = new Promise<void>((resolve) => session.onExit(() => resolve()));
    const late = new Promise<void>((resolve) => setTimeout(resolve, TERMINAL_MS).unref());
    await Promise.race([ended, late]);
    const said = session.lastLines(1)[0] ?? '';
    if (said !== 'terminal works') throw new Error(said === '' ? 'the program in it said nothing' : said);
  } finally {
    await session.dispose();
  }
}
