import { useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { candidatesFor, complete, triggerAt, type Candidate, type Known } from './completion.ts';

/** The list of names while one is written. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  readonly active: number;
  take(candidate: Candidate): void;
  /** Writes a sign at the caret, which opens the list. */
  begin(sign: '@' | '#'): void;
  follow(): void;
  close(): void;
  /** Whether the key was for the list. */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** Completes the name at the caret of a text. */
export function useCompletion(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
  known: Known,
): Completion {
  /** Where the caret stands; `null`: nothing is completed. */
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  /** Where the caret is to stand once the text is there. */
  const [goal, setGoal] = useState<{ readonly at: number } | null>(null);
  const trigger = caret === null ? undefined : triggerAt(text, caret);
  const candidates = trigger === undefined ? NONE : candidatesFor(trigger, known);
  const active = Math.min(chosen, Math.max(0, candidates.length - 1));

  useLayoutEffect(() => {
    if (goal === null) return;
    area.current?.focus();
    area.current?.setSelectionRange(goal.at, goal.at);
  }, [area, goal]);

  const put = (next: string, at: number): void => {
    write(next);
    setGoal({ at });
  };
  const take = (candidate: Candidate): void => {
    if (trigger === undefined || caret === null) return;
    const done = complete(text, caret, trigger, candidate);
    setCaret(null);
    put(done.text, done.caret);
  };
  return {
    candidates,
    active,
    take,
    begin(sign) {
      const at = area.current?.selectionStart ?? text.length;
      const gap = at === 0 || /\s$/.test(text.slice(0, at)) ? '' : ' ';
      put(`${text.slice(0, at)}${gap}${sign}${text.slice(at)}`, at + gap.length + 1);
      setCaret(at + gap.length + 1);
      setChosen(0);
    },
    follow() {
      const { selectionStart, selectionEnd } = area.current ?? {};
      if (selectionStart === undefined || selectionStart !== selectionEnd) return setCaret(null);
      if (selectionStart !== caret) setChosen(0);
      setCaret(selectionStart);
    },
    close: () => setCaret(null),
    onKeyDown(event) {
      const candidate = candidates[active];
      if (candidate === undefined || trigger === undefined) return false;
      // The name is complete already: Enter sends.
      if (event.key === 'Enter' && wordOf(candidate) === trigger.query.toLowerCase()) return false;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const isTaken = (event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && !event.shiftKey);
      if (step !== 0) setChosen((active + step + candidates.length) % candidates.length);
      else if (isTaken) take(candidate);
      else if (event.key === 'Escape') setCaret(null);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

const NONE: readonly Candidate[] = [];

function wordOf(candidate: Candidate): string | undefined {
  switch (candidate.kind) {
    case 'peer':
      return candidate.row.name.toLowerCase();
    case 'channel':
      return candidate.channel.toLowerCase();
    case 'role':
      return undefined;
  }
}
