import { useEffect, useMemo, useRef, useState } from 'react';
import controls from '../../components/controls.module.css';
import { SearchField } from '../../components/Field.tsx';
import styles from './Conversation.module.css';
import { MessageList } from './list/MessageList.tsx';
import { explainFound, searchRows } from './search.ts';
import type { ConversationState } from './useConversation.ts';

export interface SearchResultsProps {
  readonly state: ConversationState;
  readonly onEnd: () => void;
}

/** What of a conversation contains some words. The conversation itself stays where it is meanwhile. */
export function SearchResults({ state, onEnd }: SearchResultsProps) {
  const [query, setQuery] = useState('');
  const rows = useMemo(() => searchRows(state.messages, query), [state.messages, query]);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.querySelector('input')?.focus(), []);
  const hasQuery = query.trim() !== '';
  return (
    <div className={styles.results}>
      <div
        ref={head}
        className={styles.search}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query === '') onEnd();
        }}
      >
        <SearchField label="Search in conversation" value={query} onChange={setQuery} />
        <span className={`${controls.meta} ${controls.clip}`} role="status">
          {hasQuery ? explainFound(rows.length, state.messages.length, state.hasEarlier) : ''}
        </span>
        <button type="button" className={`${controls.quiet} ${controls.small}`} onClick={onEnd}>
          Close search
        </button>
      </div>
      {rows.length > 0 ? (
        <MessageList
          key={query}
          label="Messages that were found"
          memoryKey={null}
          rows={rows}
          isComplete
          isEarlierAsked
          newRepliesOf={NONE}
          openThread={null}
          hasEarlier={state.hasEarlier}
          isLoadingEarlier={state.isLoadingEarlier}
          onEarlier={state.loadEarlier}
          beginning="Everything that is kept was searched."
          onAtEnd={ignore}
        />
      ) : (
        <div className={styles.nothing} />
      )}
    </div>
  );
}

const NONE = (): number => 0;
const ignore = (): void => undefined;
