import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import type { MeshId } from '../../../shared/base/ids.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The machine home: `COTAL_HOME`, else `~/.cotal`, else `%LOCALAPPDATA%\Cotal` (decision 32). */
export function cotalHome(env: Env = process.env, platform: NodeJS.Platform = process.platform): string {
  const set = env['COTAL_HOME'];
  if (set !== undefined && set !== '') return path.resolve(set);
  if (platform === 'win32')
    return path.join(env['LOCALAPPDATA'] || path.join(homedir(), 'AppData', 'Local'), 'Cotal');
  return path.join(homedir(), '.cotal');
}

/** The places below a machine home. */
export interface HomePaths {
  readonly home: string;
  readonly hostState: string;
  readonly hostLog: string;
  readonly hostLock: string;
  readonly hostErr: string;
  readonly run: string;
  readonly meshes: string;
  readonly currentMesh: string;
  /** Id and name of the person, made at first run. */
  readonly person: string;
}

export function homePaths(home: string): HomePaths {
  const host = path.join(home, 'host');
  return {
    home,
    hostState: path.join(host, 'state.json'),
    hostLog: path.join(host, 'host.log'),
    hostLock: path.join(host, 'host.lock'),
    hostErr: path.join(host, 'host.stderr'),
    run: path.join(home, 'run'),
    meshes: path.join(home, 'meshes'),
    currentMesh: path.join(home, 'current-mesh'),
    person: path.join(home, 'person.json'),
  };
}

/** A mesh's private folder in the machine home. Secrets live here, not in the project (decision 32). */
export interface MeshPaths {
  readonly dir: string;
  readonly record: string;
  readonly authDir: string;
  /** The keys in daily use: the account signing key and the operator signing key. */
  readonly signer: string;
  /** Operator and account root seeds; never read after bring-up. */
  readonly roots: string;
  readonly sysCreds: string;
  readonly creds: string;
  readonly serverConf: string;
  readonly lock: string;
  readonly brokerRecord: string;
  readonly agents: string;
  /** What of *Needs you* was answered and put off. */
  readonly needs: string;
  readonly spool: string;
}

export function meshPaths(home: string, id: MeshId): MeshPaths {
  const dir = path.join(home, 'meshes', id);
  const authDir = path.join(dir, 'auth');
  return {
    dir,
    record: path.join(dir, 'mesh.json'),
    authDir,
    signer: path.join(authDir, 'signer.json'),
    roots: path.join(authDir, 'roots.json'),
    sysCreds: path.join(authDir, 'sys.creds'),
    creds: path.join(authDir, 'creds'),
    serverConf: path.join(dir, 'server.conf'),
    lock: path.join(dir, 'broker.lock'),
    brokerRecord: path.join(dir, 'broker.json'),
    agents: path.join(dir, 'agents.json'),
    needs: path.join(dir, 'needs.json'),
    spool: path.join(dir, 'spool'),
  };
}

/** The id of the mesh rooted at a real path. */
export function meshIdOf(realRoot: string): MeshId {
  return createHash('sha256').update(realRoot).digest('hex').slice(0, 16) as MeshId;
}

/** The host's socket. Named by a hash, because a path inside the home may pass the length limit of socket paths. */
export function hostSocket(
  home: string,
  env: Env = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const hash = createHash('sha256').update(path.resolve(home)).digest('hex').slice(0, 16);
  if (platform === 'win32') return `\\\\.\\pipe\\cotal-${hash}`;
  const runtime = env['XDG_RUNTIME_DIR'];
  const places = [
    ...(runtime !== undefined && path.isAbsolute(runtime) ? [path.join(runtime, 'cotal')] : []),
    path.join(home, 'run'),
  ];
  // sun_path holds 104 bytes on the BSDs; where both places are deeper there is a private folder beside the temp files.
  const dir = places.find((p) => Buffer.byteLength(path.join(p, `${hash}.sock`)) < 104);
  return path.join(dir ?? `/tmp/cotal-${process.getuid?.() ?? 0}`, `${hash}.sock`);
}
