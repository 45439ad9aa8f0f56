import { explainAge } from '../../shared/base/time.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import type { Fault } from '../../shared/base/refusal.ts';

/** Where lines go, and whether a person reads them there. */
export interface Terminal {
  readonly isTTY: boolean;
  write(text: string): void;
}

/** The calm lines that a start prints. */
export interface Lines {
  blank(): void;
  say(text: string): void;
  done(step: string, ms: number): void;
  failed(step: string, ms: number): void;
  warn(text: string): void;
  fault(fault: Fault): void;
}

const WIDTH = 24;

/** What each step of bringing up a mesh is called for a person; a step not listed keeps its name. */
const STEP_WORDS: Readonly<Record<string, string>> = {
  folder: 'project folder',
  keys: 'keys',
  broker: 'broker',
  streams: 'streams',
  person: 'you',
  delivery: 'delivery',
  manager: 'manager',
  observer: 'observer',
};

/** Lines with marks and, on a terminal, quiet colours. */
export function createLines(terminal: Terminal): Lines {
  const paint = (code: number, text: string): string =>
    terminal.isTTY ? `\u001B[${code}m${text}\u001B[0m` : text;
  const line = (text: string): void => terminal.write(`${text}\n`);
  const step = (mark: string, name: string, ms: number): void =>
    line(`  ${mark} ${(STEP_WORDS[name] ?? visibleLine(name, 60)).padEnd(WIDTH)}${paint(2, duration(ms))}`);
  return {
    blank: () => line(''),
    say: (text) => line(`  ${text}`),
    done: (name, ms) => step(paint(32, '✓'), name, ms),
    failed: (name, ms) => step(paint(31, '✗'), name, ms),
    warn: (text) => line(`  ${paint(33, '!')} ${visibleLine(text)}`),
    fault({ what, message, why, remedy }) {
      line('');
      // A fault that came from the host has all its sentences in the message.
      line(`  ${paint(31, '✗')} ${visibleLine(why === '' ? message : what)}`);
      if (why !== '') line(`    ${visibleLine(why)}`);
      if (remedy !== '') line(`    ${paint(1, 'What to do:')} ${visibleLine(remedy)}`);
      line('');
    },
  };
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : explainAge(ms);
}
