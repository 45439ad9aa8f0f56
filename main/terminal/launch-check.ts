import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { Fault } from '../../shared/base/refusal.ts';
import type { LaunchSpec } from './types.ts';

/**
 * Where the program of this launch is. The terminal library reports neither a missing program nor a bad
 * folder, it lets the child print a message and exit; so both are checked here, before anything is started.
 */
export async function checkLaunch(spec: LaunchSpec): Promise<string> {
  if (!(await isFolder(spec.cwd))) {
    throw new Fault('bad-folder', `The folder ${spec.cwd} cannot be used.`, {
      why: 'It does not exist, is not a folder, or cannot be entered.',
      remedy: 'Choose another folder, or create this one.',
    });
  }
  const isPath = spec.file.includes('/') || (process.platform === 'win32' && spec.file.includes('\\'));
  // A relative or empty entry would find programs in whatever folder this one works in.
  const folders = isPath ? [''] : searchPath(spec.env).split(path.delimiter).filter(path.isAbsolute);
  if (spec.file !== '') {
    for (const folder of folders) {
      for (const extension of extensions(spec.env)) {
        const candidate = path.resolve(spec.cwd, folder, spec.file + extension);
        if (await isProgram(candidate)) return candidate;
      }
    }
  }
  throw new Fault('program-not-found', `The program ${spec.file || '""'} was not found.`, {
    why: isPath
      ? 'There is no file there that can be run.'
      : 'No folder of its PATH has a file that can be run.',
    remedy: 'Install the program, or give its full path.',
  });
}

function searchPath(env: LaunchSpec['env']): string {
  if (process.platform !== 'win32') return env['PATH'] ?? '';
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH');
  return name === undefined ? '' : (env[name] ?? '');
}

function extensions(env: LaunchSpec['env']): readonly string[] {
  if (process.platform !== 'win32') return [''];
  return ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')];
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.X_OK);
    return path.isAbsolute(folder) && (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
