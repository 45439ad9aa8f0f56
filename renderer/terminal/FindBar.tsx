import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import controls from '../components/controls.module.css';
import { Icon } from '../components/icons.tsx';
import type { Finder, Found } from './finder.ts';
import styles from './FindBar.module.css';

export interface FindBarProps {
  readonly finder: Finder;
  readonly onClose: () => void;
}

/** What was searched for last, in any terminal: a search is often repeated in the next one. */
let lastTerm = '';

/** Every letter would search fifty thousand lines; whoever types on does not wait for it. */
const TYPING_MS = 60;

/** Searches what a terminal keeps. */
export function FindBar({ finder, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const [term, setTerm] = useState(lastTerm);
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [found, setFound] = useState<Found | undefined>(undefined);

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
    const off = finder.onFound(setFound);
    return () => {
      off();
      finder.clear();
    };
  }, [finder]);
  useEffect(() => {
    lastTerm = term;
    const timer = setTimeout(() => finder.go(term, 'grow', { isCaseSensitive }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [finder, term, isCaseSensitive]);

  const go = (step: 1 | -1): void => finder.go(term, step, { isCaseSensitive });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  };
  return (
    <div className={styles.bar} role="search" aria-label="Find in this terminal" onKeyDown={onKeyDown}>
      <Icon name="search" size={14} />
      <input
        ref={field}
        type="text"
        aria-label="Find"
        placeholder="Find"
        maxLength={400}
        spellCheck={false}
        autoComplete="off"
        value={term}
        onChange={(event) => setTerm(event.target.value)}
        onKeyDown={onFieldKey}
      />
      <span className={styles.count} role="status" aria-live="polite">
        {explainFound(term, found)}
      </span>
      <button
        type="button"
        className={`${controls.iconButton} ${styles.toggle}`}
        aria-label="Match case"
        title="Match case"
        aria-pressed={isCaseSensitive}
        onClick={() => setCaseSensitive(!isCaseSensitive)}
      >
        Aa
      </button>
      <button
        type="button"
        className={`${controls.iconButton} ${styles.previous}`}
        aria-label="Previous match"
        title="Previous match (Shift-Enter)"
        onClick={() => go(-1)}
      >
        <Icon name="chevron" />
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label="Next match"
        title="Next match (Enter)"
        onClick={() => go(1)}
      >
        <Icon name="chevron" />
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label="Close the search"
        title="Close (Esc)"
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** `4 of 4`, as far as it is known. */
function explainFound(term: string, found: Found | undefined): string {
  if (term === '' || found === undefined) return '';
  if (found.count === 0) return 'None';
  const count = `${found.count}${found.isMore ? '+' : ''}`;
  return found.place === 0 ? count : `${found.place} of ${count}`;
}
