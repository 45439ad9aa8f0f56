import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { getStart } from './start.ts';

const chosen = new Map<string, string>();

/** What `app.getPath` answers. @param appName as the app calls itself at this moment */
export function getPath(name: string, appName: string): string {
  const answer = chosen.get(name) ?? standardPath(name, appName);
  if (answer === undefined) throw new Error(`Failed to get '${name}' path`);
  return answer;
}

/** What `app.setPath` does; relative ones are refused, as in Electron. */
export function setPath(name: string, value: string): void {
  if (!path.isAbsolute(value)) throw new Error('Path must be absolute');
  chosen.set(name, value);
}

function standardPath(name: string, appName: string): string | undefined {
  const home = homedir();
  const appData = process.env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
  const userData = (): string => chosen.get('userData') ?? userDataPath(appData, appName);
  switch (name) {
    case 'home':
      return home;
    case 'appData':
      return appData;
    case 'userData':
    case 'sessionData':
      return userData();
    case 'logs':
      return path.join(userData(), 'logs');
    case 'crashDumps':
      return path.join(userData(), 'Crashpad');
    case 'temp':
      return tmpdir();
    case 'exe':
      return process.execPath;
    case 'desktop':
    case 'documents':
    case 'downloads':
    case 'music':
    case 'pictures':
    case 'videos':
      return path.join(home, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
    default:
      return undefined;
  }
}

function userDataPath(appData: string, appName: string): string {
  const asked = getStart().commandLine.switches.get('user-data-dir');
  return asked === undefined ? path.join(appData, appName) : path.resolve(asked);
}
