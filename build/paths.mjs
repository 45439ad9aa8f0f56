import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** Everything that is made, never committed. */
export const out = path.join(root, 'out');

/** The app as it is installed: self-contained, may be copied anywhere. */
export const app = path.join(out, 'app');

/** The npm project that holds the broker's binary. */
export const brokerFolder = path.join(out, 'broker');

/** The name that a program has on this system. @param {string} name @param {NodeJS.Platform} [platform] */
export function executable(name, platform = process.platform) {
  return platform === 'win32' ? `${name}.exe` : name;
}
