import type { CommandLine } from './command-line.ts';

/** How this process was started. Set once by `launch`, before anything of the app runs. */
export interface Start {
  readonly commandLine: CommandLine;
  /** Where the built stand-in is, with the scripts for pages. */
  readonly folder: string;
  /** The Node that runs this; `process.execPath` says `electron`. */
  readonly node: string;
  readonly appFolder: string;
  /** As the app's package.json says; Electron's own where there is none. */
  readonly name: string;
  readonly version: string;
}

let known: Start | undefined;

export function setStart(start: Start): void {
  known = start;
}

export function getStart(): Start {
  if (!known) throw new Error('The Electron stand-in was not started by its launcher');
  return known;
}
