import type { IDecoration, IMarker, Terminal } from '@xterm/xterm';
import { parsePromptMark } from './osc.ts';
import styles from './screen.module.css';

/** The prompts of a terminal's shell, where it says them (OSC 133). */
export interface PromptMarks {
  /** Scrolls to the next prompt or the one before; `false` when there are none. */
  go(step: 1 | -1): boolean;
  /** Forgets them all: their lines are gone. */
  clear(): void;
}

interface Mark {
  readonly marker: IMarker;
  readonly decoration: IDecoration | undefined;
  state: 'open' | 'ended' | 'failed';
}

/** The oldest give way: each costs a marker that moves with its line. */
const MAX_MARKS = 200;

/** Follows a terminal's prompts and draws a mark beside each. */
export function followPrompts(terminal: Terminal): PromptMarks {
  let marks: Mark[] = [];
  let current: Mark | undefined;

  terminal.parser.registerOscHandler(133, (data) => {
    const mark = parsePromptMark(data);
    if (mark?.kind === 'prompt') add();
    if (mark?.kind === 'end') end(mark.exitCode);
    return true;
  });

  function add(): void {
    // A program that takes the whole screen has no prompts; its lines do not stay.
    if (terminal.buffer.active.type === 'alternate') return;
    const marker = terminal.registerMarker(0);
    const last = marks.at(-1);
    if (last?.marker.line === marker.line) return marker.dispose();
    const decoration = terminal.registerDecoration({ marker, x: 0, width: 1 });
    const added: Mark = { marker, decoration, state: 'open' };
    decoration?.onRender((element) => draw(added, element));
    marker.onDispose(() => {
      marks = marks.filter((each) => each !== added);
    });
    marks.push(added);
    if (marks.length > MAX_MARKS) marks[0]?.marker.dispose();
  }

  function end(exitCode: number | undefined): void {
    const last = marks.at(-1);
    if (last === undefined || last.state !== 'open') return;
    last.state = exitCode === undefined || exitCode === 0 ? 'ended' : 'failed';
    if (last.decoration?.element) draw(last, last.decoration.element);
  }

  function draw(mark: Mark, element: HTMLElement): void {
    element.classList.add(styles.mark ?? 'mark');
    element.dataset['state'] = mark.state;
    element.dataset['current'] = String(mark === current);
  }

  return {
    go(step) {
      const { viewportY } = terminal.buffer.active;
      const target =
        step === 1
          ? marks.find(({ marker }) => marker.line > viewportY)
          : marks.findLast(({ marker }) => marker.line < viewportY);
      if (target !== undefined) terminal.scrollToLine(target.marker.line);
      else if (step === 1) terminal.scrollToBottom();
      current = target;
      for (const mark of marks) if (mark.decoration?.element) draw(mark, mark.decoration.element);
      return marks.length > 0;
    },
    clear() {
      for (const { marker } of marks) marker.dispose();
      marks = [];
      current = undefined;
    },
  };
}
