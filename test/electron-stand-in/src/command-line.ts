/** An Electron command line, taken apart: `electron [switches] [-r module] app [arguments]`. */
export interface CommandLine {
  /** The app: a folder or a file. */
  readonly app: string;
  /** Modules to load before the app. */
  readonly required: readonly string[];
  /** Every `--name` and `--name=value`, wherever it stands: Chromium does not care about the order. */
  readonly switches: ReadonlyMap<string, string>;
}

/** Takes a command line apart; what is not said is empty. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const required: string[] = [];
  let app = '';
  for (let at = 0; at < args.length && app === ''; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '-r' || arg === '--require') {
      at += 1;
      required.push(args[at] ?? '');
    } else if (!arg.startsWith('-')) app = arg;
  }
  return { app, required, switches: new Map(switchesIn(args)) };
}

/** Electron hands the arguments of a second instance over as Chromium sorts them: switches first, and one of its own. */
export function reorderAsChromiumDoes(argv: readonly string[]): string[] {
  const [executable = '', ...args] = argv;
  const isSwitch = (arg: string): boolean => arg.startsWith('--');
  return [
    executable,
    ...args.filter(isSwitch),
    '--allow-file-access-from-files',
    ...args.filter((arg) => !isSwitch(arg)),
  ];
}

function switchesIn(args: readonly string[]): [string, string][] {
  return args
    .filter((arg) => arg.startsWith('--') && arg.length > 2)
    .map((arg) => {
      const equals = arg.indexOf('=');
      return equals < 0 ? [arg.slice(2), ''] : [arg.slice(2, equals), arg.slice(equals + 1)];
    });
}
