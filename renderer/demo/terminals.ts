import type { EventPayload } from '../../shared/api/contract.ts';
import { screens } from './screens.ts';
import { demoFault, type ReadInput, type Stage } from './stage.ts';

type Frame = EventPayload<'terminal.frame'>['frame'];

/** The terminals of the demo: a recorded screen that gives back what is typed into it. */
export interface DemoTerminals {
  attach(input: ReadInput<'terminal.attach'>): { stream: number; pid: number | null };
  detach(stream: number): void;
  input(stream: number, data: string): void;
  resize(stream: number, size: { readonly cols: number; readonly rows: number }): void;
}

export function createTerminals(stage: Stage): DemoTerminals {
  /** By stream: the agent it shows. */
  const open = new Map<number, string>();
  /** By agent: what was typed in this page. */
  const typed = new Map<string, string>();
  let last = 0;

  const tell = (stream: number, frame: Frame): void =>
    stage.later(0, () => {
      if (open.has(stream)) stage.tell('terminal.frame', { stream, frame });
    });

  function show(stream: number, name: string, cols: number, rows: number): void {
    const data = `${screens[name] ?? `\u001B[90m${name} says nothing yet.\u001B[0m`}${typed.get(name) ?? ''}`;
    tell(stream, { kind: 'screen', cols, rows, data });
    const exit = stage.scene.agents.find((agent) => agent.name === name)?.exit;
    if (exit !== undefined && exit !== null)
      tell(stream, { kind: 'exit', code: exit.code, signal: exit.signal });
  }

  return {
    attach({ name, cols, rows }) {
      const agent = stage.scene.agents.find((each) => each.name === name);
      if (agent === undefined)
        throw demoFault('no-such-agent', `No agent called "${name}" runs here.`, 'Choose one of the list.');
      const stream = ++last;
      open.set(stream, name);
      show(stream, name, cols ?? 80, rows ?? 24);
      return { stream, pid: agent.pid };
    },
    detach: (stream) => void open.delete(stream),
    input(stream, data) {
      const name = open.get(stream);
      if (name === undefined) return;
      // A program in raw mode would decide for itself; this one gives letters back and begins a line at Enter.
      const echo = Array.from(data, echoOf).join('');
      typed.set(name, (typed.get(name) ?? '') + echo);
      const bytes = new TextEncoder().encode(echo);
      const base64 = btoa(String.fromCodePoint(...bytes));
      for (const [each, shown] of open) if (shown === name) tell(each, { kind: 'output', data: base64 });
    },
    resize(stream, { cols, rows }) {
      const name = open.get(stream);
      if (name !== undefined) show(stream, name, cols, rows);
    },
  };
}

function echoOf(char: string): string {
  if (char === '\r') return '\r\n';
  if (char === '\u007F') return '\b \b';
  return char < ' ' ? '' : char;
}
