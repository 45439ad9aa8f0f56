import { useState } from 'react';
import { Field } from '../../components/Field.tsx';
import { listFromWords } from './form.ts';
import styles from './personas.module.css';

export interface ListFieldProps {
  readonly label: string;
  /** `null`: the file does not say. */
  readonly value: readonly string[] | null;
  readonly onChange: (value: readonly string[] | null) => void;
  /** What holds while the file does not say. */
  readonly unsaid: string;
  /** What it means that the list is there and empty; only where that differs from not being there. */
  readonly none?: string;
  readonly isDisabled?: boolean;
}

/** Channels in one line. What is typed stays as typed for as long as it means the same. */
export function ListField({ label, value, onChange, unsaid, none, isDisabled = false }: ListFieldProps) {
  const [typed, setTyped] = useState('');
  const words = (value ?? []).join(', ');
  const shown = listFromWords(typed).join(', ') === words ? typed : words;
  const isNone = value?.length === 0 && none !== undefined;
  return (
    <div className={styles.list}>
      <Field
        label={label}
        value={shown}
        isDisabled={isDisabled}
        hint={isNone ? none : value === null || value.length === 0 ? unsaid : undefined}
        placeholder={isNone ? 'none' : 'not said'}
        onChange={(text) => {
          setTyped(text);
          const list = listFromWords(text);
          onChange(list.length === 0 ? null : list);
        }}
      />
      {none !== undefined && (value === null || value.length === 0) && (
        <button
          type="button"
          className={styles.link}
          disabled={isDisabled}
          onClick={() => onChange(isNone ? null : [])}
        >
          {isNone ? 'Leave it unsaid' : 'None at all'}
          <span className="visually-hidden">: {label.toLowerCase()}</span>
        </button>
      )}
    </div>
  );
}
