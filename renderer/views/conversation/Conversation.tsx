import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { MethodInput } from '../../../shared/api/contract.ts';
import {
  findMessage,
  type ConversationMessage,
  type ConversationOf,
} from '../../../shared/mesh-view/conversation.ts';
import type { ChannelView } from '../../../shared/mesh-view/snapshot.ts';
import { visibleText } from '../../../shared/base/visible.ts';
import { Loading, ProblemNote } from '../../components/View.tsx';
import { isDmKey, setMeshUi, useMeshUi, type ConversationKey } from '../../state/ui.ts';
import { copyText } from '../../leave.ts';
import { Composer } from './composer/Composer.tsx';
import styles from './Conversation.module.css';
import { MessageActionsContext, type MessageActions } from './list/actions.ts';
import { MessageList, type MessageListHandle } from './list/MessageList.tsx';
import { MessagePanel } from './panel/MessagePanel.tsx';
import { useMarkRead, useUnreadWindow } from './reading.ts';
import { newReplies, type LayoutOptions, type Row } from './rows.ts';
import { SearchResults } from './SearchResults.tsx';
import { useConversation } from './useConversation.ts';
import { useKnown } from './useKnown.ts';
import { useLayout } from './useLayout.ts';

export interface ConversationProps {
  readonly of: ConversationOf;
  readonly conversation: ConversationKey;
  readonly to: MethodInput<'mesh.send'>['to'];
  /** What it is called on the page: `#review`, `otto`. */
  readonly label: string;
  readonly channel: ChannelView | undefined;
  /** Under the composer. */
  readonly note: string;
  /** What stands above the first message. */
  readonly beginning: ReactNode;
  /** What stands where nothing has been said. */
  readonly empty: ReactNode;
  readonly isSearching: boolean;
  readonly onSearchEnd: () => void;
  /** What stands beside it instead of a thread; absent: nothing. */
  readonly sidePanel: ReactNode | undefined;
  /** A thread or a message is about to be shown beside it. */
  readonly onPanel: () => void;
}

/** What was said between some, and where one answers: the list, the composer, threads and details beside it. */
export function Conversation(o: ConversationProps) {
  const { conversation } = o;
  const state = useConversation(o.of);
  const thread = useMeshUi((ui) => ui.thread);
  const [details, setDetails] = useState<string | null>(null);
  const [isAtEnd, setAtEnd] = useState(false);
  const list = useRef<MessageListHandle>(null);
  const unread = useUnreadWindow(conversation);
  const known = useKnown(o.of.kind === 'channel');
  const { rows, options } = useLayout(conversation, state, unread);
  useMarkRead(conversation, state.messages, isAtEnd && !o.isSearching);
  const { reload } = state;

  const { onPanel, onSearchEnd, isSearching } = o;
  const actions = useActions(isDmKey(o.conversation), onPanel, setDetails, reload);
  const showInPlace = (message: ConversationMessage): void => {
    onSearchEnd();
    const root = rootIn(state.threads, message);
    const rootMessage = root === undefined ? undefined : state.messages.find(({ key }) => key === root);
    if (rootMessage !== undefined) actions.openThread?.(rootMessage);
    // The lines take the focus only once the search is off the page.
    requestAnimationFrame(() => list.current?.show(root ?? message.key));
  };

  return (
    <div className={styles.split}>
      <MessageActionsContext value={actions}>
        <section className={styles.centre} aria-label={`Conversation with ${o.label}`}>
          <div className={styles.stage}>
            <div className={styles.lines} inert={isSearching}>
              <Lines {...o} state={state} rows={rows} options={options} list={list} onAtEnd={setAtEnd} />
            </div>
            {isSearching && (
              <MessageActionsContext value={{ ...actions, showInPlace }}>
                <SearchResults state={state} onEnd={onSearchEnd} />
              </MessageActionsContext>
            )}
          </div>
          <Composer
            draftKey={conversation}
            conversation={conversation}
            to={o.to}
            label={o.label}
            replyTo={null}
            known={known}
            note={o.note}
          />
        </section>
        {o.sidePanel ?? (
          <MessagePanel
            conversation={conversation}
            to={o.to}
            state={state}
            options={options}
            channel={o.channel}
            known={known}
            thread={thread}
            root={thread === null ? undefined : findMessage(state.messages, thread)}
            details={state.messages.find(({ key }) => key === details)}
            onDetailsClose={() => setDetails(null)}
          />
        )}
      </MessageActionsContext>
    </div>
  );
}

/** What can be done with a message of this conversation. */
function useActions(
  isDirect: boolean,
  onPanel: () => void,
  setDetails: (key: string | null) => void,
  reload: () => Promise<void>,
): MessageActions {
  return useMemo((): MessageActions => {
    const openThread = (id: string): void => {
      onPanel();
      setDetails(null);
      setMeshUi({ thread: id });
    };
    return {
      isDirect,
      openThread: ({ id }) => openThread(id),
      showDetails({ key }) {
        onPanel();
        setDetails(key);
      },
      copy: ({ text }) => void copyText(visibleText(text, Infinity), 'The text'),
      readWhole: () => void reload(),
      showInPlace: undefined,
    };
  }, [isDirect, onPanel, setDetails, reload]);
}

interface LinesProps extends ConversationProps {
  readonly state: ReturnType<typeof useConversation>;
  readonly rows: readonly Row[];
  readonly options: LayoutOptions;
  readonly list: React.RefObject<MessageListHandle | null>;
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

function Lines({ state, rows, options, list, onAtEnd, ...o }: LinesProps) {
  const thread = useMeshUi((ui) => ui.thread);
  return (
    <>
      {state.problem !== null && <ProblemNote problem={state.problem} onRetry={() => void state.reload()} />}
      {rows.length > 0 ? (
        <MessageList
          ref={list}
          label={`Messages of ${o.label}`}
          memoryKey={o.conversation}
          rows={rows}
          isComplete={state.phase !== 'loading'}
          newRepliesOf={(row) =>
            row.kind === 'message' && row.thread !== undefined ? newReplies(row.thread, options) : 0
          }
          openThread={thread}
          hasEarlier={state.hasEarlier}
          isLoadingEarlier={state.isLoadingEarlier}
          onEarlier={state.loadEarlier}
          beginning={beginningOf(state.phase, o.beginning)}
          onAtEnd={onAtEnd}
        />
      ) : state.phase === 'loading' ? (
        <Loading>Reading what was said here.</Loading>
      ) : state.phase === 'ready' ? (
        o.empty
      ) : (
        <div className={styles.nothing} />
      )}
    </>
  );
}

/** What stands above the first line: nothing is said to be the beginning before the history is there. */
function beginningOf(
  phase: ReturnType<typeof useConversation>['phase'],
  beginning: ConversationProps['beginning'],
): ConversationProps['beginning'] {
  switch (phase) {
    case 'loading':
      return <span role="status">Reading what was said before.</span>;
    case 'failed':
      return <span>What was said before could not be read.</span>;
    case 'ready':
      return beginning;
  }
}

function rootIn(
  threads: ReturnType<typeof useConversation>['threads'],
  message: ConversationMessage,
): string | undefined {
  for (const [root, { replies }] of threads) if (replies.includes(message)) return root;
  return undefined;
}
