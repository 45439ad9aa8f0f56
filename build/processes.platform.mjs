import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The command lines of what runs on this machine, one a line; nothing where the system does not tell.
 * @param {NodeJS.Platform} [platform]
 * @param {(command: string, args: string[]) => string | undefined} [ask]
 * @returns {string | undefined}
 */
export function commandsInUse(platform = process.platform, ask = askSystem) {
  if (platform === 'linux')
    return linuxProcesses(['cmdline'])
      .map((one) => one.text)
      .join('\n');
  if (platform === 'win32') return undefined;
  return ask('ps', ['-axww', '-o', 'command=']);
}

/**
 * The running processes whose environment or command line carries a marker,
 * or that work in a folder named by it; nothing where the system does not tell.
 * @param {string} marker
 * @param {NodeJS.Platform} [platform]
 * @returns {{pid: number, command: string}[] | undefined}
 */
export function processesWith(marker, platform = process.platform) {
  if (platform !== 'linux') return undefined;
  return linuxProcesses(['cmdline', 'environ', 'cwd'])
    .filter((one) => one.text.includes(marker))
    .map(({ pid, command }) => ({ pid, command }));
}

/** @param {string[]} parts */
function linuxProcesses(parts) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      command: readProc(name, 'cmdline').trim(),
      text: parts.map((part) => readProc(name, part)).join('\n'),
    }))
    .filter((one) => one.text.trim() !== '');
}

/** A process may end while we look, and those of others are closed to us: both read as empty. @param {string} pid @param {string} part */
function readProc(pid, part) {
  try {
    const file = `/proc/${pid}/${part}`;
    return part === 'cwd' ? readlinkSync(file) : readFileSync(file, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** @param {string} command @param {string[]} args */
function askSystem(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 5_000 });
  return status === 0 ? stdout : undefined;
}
