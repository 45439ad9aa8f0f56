import { useId, type ReactNode } from 'react';
import controls from './controls.module.css';
import styles from './Field.module.css';
import { Icon } from './icons.tsx';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  /** Why the value cannot be taken, as a sentence. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** More than one line: how many are shown. */
  readonly rows?: number;
  readonly maxLength?: number;
  readonly isMono?: boolean;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
}

/** A labelled line or block of text, with what to know about it and what is wrong with it. */
export function Field(o: FieldProps) {
  const id = useId();
  const shared = {
    id,
    value: o.value,
    placeholder: o.placeholder,
    maxLength: o.maxLength,
    disabled: o.isDisabled,
    autoComplete: 'off',
    spellCheck: o.rows !== undefined && o.isMono !== true,
    'aria-invalid': o.error !== undefined,
    'aria-describedby': `${id}-note`,
    'data-autofocus': o.autoFocus,
    autoFocus: o.autoFocus,
    className: `${controls.field} ${o.isMono === true ? styles.mono : ''}`,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{o.label}</label>
      {o.rows === undefined ? (
        <input {...shared} onChange={(event) => o.onChange(event.target.value)} />
      ) : (
        <textarea {...shared} rows={o.rows} onChange={(event) => o.onChange(event.target.value)} />
      )}
      <p
        id={`${id}-note`}
        className={o.error === undefined ? controls.meta : controls.error}
        aria-live="polite"
      >
        {o.error ?? o.hint}
      </p>
    </div>
  );
}

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The key that leads here from anywhere in the view. */
  readonly shortcut?: string;
}

/** Narrows what is below it. `/` leads to it; Escape empties it. */
export function SearchField({ label, value, onChange, shortcut = '/' }: SearchFieldProps) {
  return (
    <span className={styles.search}>
      <Icon name="search" size={14} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        data-search=""
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (value === '') event.currentTarget.blur();
          else onChange('');
        }}
      />
      <kbd className={controls.key}>{shortcut}</kbd>
    </span>
  );
}
