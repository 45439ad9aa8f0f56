import { useId, useRef, type FormEvent, type KeyboardEvent } from 'react';
import type { MethodInput } from '../../../../shared/api/contract.ts';
import { visibleLine } from '../../../../shared/base/visible.ts';
import controls from '../../../components/controls.module.css';
import { Icon } from '../../../components/icons.tsx';
import { useStale } from '../../../state/derived.ts';
import type { ConversationKey } from '../../../state/ui.ts';
import styles from './Composer.module.css';
import type { Known } from './completion.ts';
import { CompletionList } from './CompletionList.tsx';
import { useCompletion } from './useCompletion.ts';
import { useComposer, type Outcome } from './useComposer.ts';

export interface ComposerProps {
  readonly draftKey: ConversationKey;
  readonly conversation: ConversationKey;
  readonly to: MethodInput<'mesh.send'>['to'];
  /** Whom one writes to, as it is called on the page. */
  readonly label: string;
  readonly replyTo: string | null;
  readonly known: Known;
  /** Who else may post here, or what becomes of a message. */
  readonly note: string;
  readonly autoFocus?: boolean;
}

/** Where one writes. */
export function Composer(o: ComposerProps) {
  const stale = useStale();
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const composer = useComposer({
    draftKey: o.draftKey,
    conversation: o.conversation,
    to: o.to,
    replyTo: o.replyTo,
    roles: o.known.roles,
    isStale: stale !== undefined,
  });
  const completion = useCompletion(area, composer.text, composer.write, o.known);
  const isOpen = completion.candidates.length > 0;

  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that ends a composition (Chinese, Japanese, Korean) belongs to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (completion.onKeyDown(event) || event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void composer.send();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void composer.send();
    area.current?.focus();
  };

  return (
    <form className={styles.composer} onSubmit={onSubmit} aria-label={`Write to ${o.label}`}>
      <div className={styles.box}>
        {isOpen && (
          <CompletionList
            id={listId}
            candidates={completion.candidates}
            active={completion.active}
            onTake={completion.take}
          />
        )}
        <textarea
          ref={area}
          className={styles.area}
          rows={1}
          value={composer.text}
          placeholder={
            stale === undefined ? `Message ${o.label}` : `A message could not leave: ${stale.reason}`
          }
          aria-label={`Message to ${o.label}`}
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? `${listId}-${completion.active}` : undefined}
          data-autofocus={o.autoFocus}
          autoFocus={o.autoFocus}
          onChange={(event) => {
            composer.write(event.target.value);
            completion.follow();
          }}
          onSelect={completion.follow}
          onBlur={completion.close}
          onKeyDown={onKeyDown}
        />
        <Tools isReady={composer.isReady} onBegin={completion.begin} />
      </div>
      <BelowLine
        outcome={composer.outcome}
        ask={composer.ask}
        stale={stale?.reason}
        hasText={composer.text !== ''}
        note={o.note}
        label={o.label}
      />
    </form>
  );
}

function Tools({ isReady, onBegin }: { isReady: boolean; onBegin: (sign: '@' | '#') => void }) {
  return (
    <div className={styles.tools}>
      <button
        type="button"
        className={controls.iconButton}
        aria-label="Call somebody out"
        onClick={() => onBegin('@')}
      >
        <Icon name="people" />
      </button>
      <button
        type="button"
        className={controls.iconButton}
        aria-label="Name a channel"
        onClick={() => onBegin('#')}
      >
        <Icon name="channel" />
      </button>
      <span className={`${controls.meta} ${controls.clip} ${styles.keys}`}>↵ sends, ⇧↵ new line</span>
      <button type="submit" className={styles.send} disabled={!isReady} aria-label="Send">
        <Icon name="send" />
      </button>
    </div>
  );
}

interface BelowLineProps {
  readonly outcome: Outcome | undefined;
  readonly ask: { readonly role: string; readonly holders: number } | undefined;
  readonly stale: string | undefined;
  readonly hasText: boolean;
  readonly note: string;
  readonly label: string;
}

/** The one line under the box: what went wrong, else what is special about this message, else who may post. */
function BelowLine({ outcome, ask, stale, hasText, note, label }: BelowLineProps) {
  if (outcome?.kind === 'error') {
    return (
      <p role="alert" className={`${controls.error} ${styles.below}`}>
        {visibleLine(`${outcome.problem.what} ${outcome.problem.remedy}`, 600)}
      </p>
    );
  }
  const words =
    stale !== undefined && hasText
      ? `Your draft is kept. It cannot be sent now: ${stale}.`
      : ask !== undefined
        ? `Goes to one ${ask.role} and to nobody else; ${label} does not see it. ${ask.holders === 0 ? 'Nobody with that role is here: it waits for the first.' : `${ask.holders} of them ${ask.holders === 1 ? 'is' : 'are'} here.`}`
        : (outcome?.text ?? note);
  return (
    <p role={outcome === undefined ? undefined : 'status'} className={`${controls.meta} ${styles.below}`}>
      {visibleLine(words, 600)}
    </p>
  );
}
