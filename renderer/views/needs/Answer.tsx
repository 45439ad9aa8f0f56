import { useState, type FormEvent } from 'react';
import type { NeedItem } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { setDraft, useMeshUi, type ConversationKey } from '../../state/ui.ts';
import styles from './Answer.module.css';

export interface AnswerProps {
  readonly item: NeedItem;
  readonly isDisabled: boolean;
  readonly onChoose: (index: number) => void;
  readonly onAnswer: (text: string) => Promise<boolean>;
}

/** The answers that were offered, and room for another. What is being written outlives a restart. */
export function Answer({ item, isDisabled, onChoose, onAnswer }: AnswerProps) {
  const key = `need ${item.id}` as ConversationKey;
  const draft = useMeshUi((ui) => ui.drafts[key] ?? '');
  const [isFocused, setFocused] = useState(false);
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (draft.trim() !== '' && (await onAnswer(draft))) setDraft(key, '');
  };
  return (
    <div className={styles.answers}>
      {item.choices.slice(0, 9).map((choice, index) => (
        <button
          key={`${index} ${choice}`}
          type="button"
          data-act=""
          className={styles.choice}
          disabled={isDisabled}
          onClick={() => onChoose(index)}
        >
          <kbd>{index + 1}</kbd> {visibleLine(choice, 300)}
        </button>
      ))}
      <form className={styles.choice} onSubmit={(event) => void submit(event)}>
        {item.choices.length > 0 && item.choices.length < 9 && <kbd>{item.choices.length + 1}</kbd>}
        <textarea
          data-act=""
          rows={isFocused || draft.includes('\n') ? 2 : 1}
          aria-label="Answer in your own words"
          placeholder="Answer in your own words"
          value={draft}
          maxLength={20_000}
          disabled={isDisabled}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => setDraft(key, event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.closest<HTMLElement>('[data-need]')?.focus();
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void submit();
          }}
        />
        {draft.trim() !== '' && (
          <button type="submit" className={`${controls.primary} ${controls.small}`} disabled={isDisabled}>
            Answer
          </button>
        )}
      </form>
      <p className={styles.note}>Answered once, as a reply in your direct messages</p>
    </div>
  );
}
