import { useMemo } from 'react';
import type { MethodInput } from '../../../../shared/api/contract.ts';
import { visibleLine } from '../../../../shared/base/visible.ts';
import type { ConversationMessage } from '../../../../shared/mesh-view/conversation.ts';
import type { ChannelView } from '../../../../shared/mesh-view/snapshot.ts';
import { Empty } from '../../../components/View.tsx';
import controls from '../../../components/controls.module.css';
import { setMeshUi, threadKey, type ConversationKey } from '../../../state/ui.ts';
import { Composer } from '../composer/Composer.tsx';
import type { Known } from '../composer/completion.ts';
import { MessageActionsContext, useMessageActions } from '../list/actions.ts';
import { MessageList } from '../list/MessageList.tsx';
import { layoutThread, type LayoutOptions } from '../rows.ts';
import { minuteTime } from '../../../state/times.ts';
import type { ConversationState } from '../useConversation.ts';
import { MessageDetails } from './MessageDetails.tsx';
import { SidePanel } from './SidePanel.tsx';

export interface MessagePanelProps {
  readonly conversation: ConversationKey;
  readonly to: MethodInput<'mesh.send'>['to'];
  readonly state: ConversationState;
  readonly options: LayoutOptions;
  readonly channel: ChannelView | undefined;
  readonly known: Known;
  /** The id of the message whose thread is open. */
  readonly thread: string | null;
  /** That message, if it is among those that were read. */
  readonly root: ConversationMessage | undefined;
  readonly details: ConversationMessage | undefined;
  readonly onDetailsClose: () => void;
}

const closeThread = (): void => setMeshUi({ thread: null });

/** A thread, the card of a message, or both; nothing while neither is open. */
export function MessagePanel(o: MessagePanelProps) {
  const { thread, root, details, state } = o;
  const card = details !== undefined && (
    <MessageDetails
      key={details.key}
      message={details}
      channel={o.channel}
      onRead={state.reload}
      onClose={o.onDetailsClose}
    />
  );
  if (thread === null) {
    if (details === undefined) return null;
    return (
      <SidePanel title="Details" onClose={o.onDetailsClose}>
        {card}
      </SidePanel>
    );
  }
  if (root === undefined) {
    return (
      <SidePanel title="Thread" onClose={closeThread}>
        <NotHere state={state} />
      </SidePanel>
    );
  }
  const note = `${visibleLine(root.from.name, 64)}, ${minuteTime(root.ts)}`;
  return (
    <SidePanel key={root.key} title="Thread" note={note} onClose={closeThread}>
      <ThreadLines {...o} root={root} />
      {card}
      <Composer
        draftKey={threadKey(o.conversation, root.id)}
        conversation={o.conversation}
        to={o.to}
        label="the thread"
        replyTo={root.id}
        known={{ ...o.known, roles: NO_ROLES }}
        note=""
        autoFocus
      />
    </SidePanel>
  );
}

function ThreadLines({
  root,
  state,
  options,
  conversation,
}: MessagePanelProps & { root: ConversationMessage }) {
  const actions = useMessageActions();
  const rows = useMemo(() => {
    const pending = options.pending.filter(({ replyTo }) => replyTo === root.id);
    return layoutThread(root, state.threads.get(root.key), { ...options, pending });
  }, [root, state.threads, options]);
  return (
    <MessageActionsContext value={{ ...actions, openThread: undefined, showInPlace: undefined }}>
      <MessageList
        label="Messages of the thread"
        memoryKey={threadKey(conversation, root.id)}
        rows={rows}
        isComplete={state.phase !== 'loading'}
        newRepliesOf={NONE}
        openThread={null}
        hasEarlier={false}
        isLoadingEarlier={false}
        onEarlier={ignore}
        beginning={null}
        onAtEnd={ignore}
      />
    </MessageActionsContext>
  );
}

function NotHere({ state }: { state: ConversationState }) {
  if (state.phase === 'loading') return <Empty title="Looking for the message">History is being read.</Empty>;
  return (
    <Empty
      title="The message is not here"
      action={
        state.hasEarlier && (
          <button
            type="button"
            className={controls.button}
            disabled={state.isLoadingEarlier}
            onClick={state.loadEarlier}
          >
            Show earlier
          </button>
        )
      }
    >
      {state.hasEarlier
        ? 'It is older than what was read so far.'
        : 'It is not among what is kept of this conversation.'}
    </Empty>
  );
}

const NO_ROLES: Known['roles'] = new Map();
const NONE = (): number => 0;
const ignore = (): void => undefined;
