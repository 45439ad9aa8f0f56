import { Fault } from '../../shared/base/refusal.ts';
import { visibleText } from '../../shared/base/visible.ts';

/** How commands speak: words for people, or JSON for programs. Facts go to stdout, the rest to stderr. */
export interface Output {
  readonly json: boolean;
  /** Prints facts: the value as JSON, or the text. */
  facts(value: unknown, text: () => string): void;
  line(text: string): void;
  note(text: string): void;
}

export const EXIT = { failure: 1, usage: 2, notRunning: 3, refused: 4 } as const;

export function createOutput(json: boolean): Output {
  return {
    json,
    facts: (value, text) => process.stdout.write(`${json ? JSON.stringify(value, null, 2) : text()}\n`),
    line: (text) => void (json || process.stdout.write(`${text}\n`)),
    note: (text) => process.stderr.write(`${text}\n`),
  };
}

const colour = process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
const paint = (code: number) => (text: string) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
export const bold = paint(1);
export const dim = paint(2);
export const green = paint(32);
export const yellow = paint(33);
export const red = paint(31);

/** Rows with aligned columns; the first row is the head. Widths ignore colour codes. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // oxlint-disable-next-line no-control-regex -- colour codes are what this leaves out of the width
  const width = (s: string): number => s.replaceAll(/\x1b\[\d+m/g, '').length;
  const widths = head.map((h, i) => Math.max(width(h), ...rows.map((r) => width(r[i] ?? ''))));
  const row = (cells: readonly string[]): string =>
    cells
      .map((c, i) => c + ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(c))))
      .join('  ')
      .trimEnd();
  return [dim(row(head)), ...rows.map(row)].join('\n');
}

const NOT_RUNNING = new Set(['mesh-not-up', 'no-mesh', 'host-gone', 'unreachable', 'no-responder']);
const REFUSED = new Set([
  'operator-only',
  'not-allowed',
  'denied',
  'not-yours',
  'auth-refused',
  'join-refused',
  'open-on-network',
]);
const USAGE = new Set([
  'wildcard-channel',
  'bad-scope',
  'bad-link',
  'usage',
  'bad-input',
  'bad-name',
  'bad-space',
  'bad-channel',
  'bad-role',
  'bad-server',
  'bad-agent',
]);

/** Says what went wrong and ends with its exit code. No stack trace reaches a person. */
export function fail(error: unknown, json: boolean): never {
  const fault =
    error instanceof Fault
      ? error
      : new Fault('internal', 'Something went wrong inside the program.', {
          why: error instanceof Error ? error.message : String(error),
          remedy: 'Please report it, with the log: cotal logs.',
        });
  if (json)
    process.stdout.write(
      `${JSON.stringify({ error: { code: fault.code, message: fault.message, remedy: fault.remedy } })}\n`,
    );
  else
    process.stderr.write(
      `${red('✗')} ${visibleText(fault.message)}\n  ${dim('→')} ${visibleText(fault.remedy)}\n`,
    );
  if (process.env['COTAL_DEBUG'] === '1' && error instanceof Error)
    process.stderr.write(`${error.stack ?? ''}\n`);
  process.exit(
    NOT_RUNNING.has(fault.code)
      ? EXIT.notRunning
      : REFUSED.has(fault.code)
        ? EXIT.refused
        : USAGE.has(fault.code)
          ? EXIT.usage
          : EXIT.failure,
  );
}
