import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import { parseChannelPattern } from '../../../shared/cotal/names.ts';
import { explainPattern } from '../../../shared/mesh-view/access.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import styles from './PatternField.module.css';

export interface PatternFieldProps {
  readonly label: string;
  readonly patterns: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
  /** Channels to offer while something is typed. */
  readonly known: readonly string[];
  /** What it means that there is none. */
  readonly none: string;
  readonly isDisabled?: boolean;
}

/** Channels and patterns of them, each taken out with its button; another is added with Enter or a comma. */
export function PatternField({
  label,
  patterns,
  onChange,
  known,
  none,
  isDisabled = false,
}: PatternFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);

  const add = (): boolean => {
    const words = typed.split(/[\s,]+/).flatMap((word) => (word === '' ? [] : [word.replace(/^#/, '')]));
    for (const word of words) {
      const parsed = parseChannelPattern(word);
      if (!parsed.ok) {
        setError(parsed.error.sentence);
        return false;
      }
    }
    setTyped('');
    setError(undefined);
    if (words.length > 0) onChange([...new Set([...patterns, ...words])]);
    return words.length > 0;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && typed === '' && patterns.length > 0)
      return onChange(patterns.slice(0, -1));
    if (event.key !== 'Enter' && event.key !== ',') return;
    // Enter with nothing typed is the form's: it spawns.
    if (event.key === ',' || typed.trim() !== '') event.preventDefault();
    add();
  };

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-disabled={isDisabled} data-bad={error !== undefined}>
        {patterns.map((pattern) => (
          <span key={pattern} className={styles.chip} title={explainPattern(pattern)}>
            <Icon name="channel" size={12} />
            {visibleLine(pattern, 200)}
            <button
              type="button"
              aria-label={`Remove ${visibleLine(pattern, 200)} from ${label.toLowerCase()}`}
              disabled={isDisabled}
              onClick={() => {
                onChange(patterns.filter((other) => other !== pattern));
                input.current?.focus();
              }}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          value={typed}
          list={`${id}-known`}
          maxLength={400}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          placeholder="Add…"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
        <datalist id={`${id}-known`}>
          {known
            .filter((channel) => !patterns.includes(channel))
            .map((channel) => (
              <option key={channel} value={channel} />
            ))}
        </datalist>
      </div>
      <p
        id={`${id}-note`}
        className={error === undefined ? controls.meta : controls.error}
        aria-live="polite"
      >
        {error ?? (patterns.length === 0 ? none : undefined)}
      </p>
    </div>
  );
}
