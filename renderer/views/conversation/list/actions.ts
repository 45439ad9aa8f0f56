import { createContext, useContext } from 'react';
import type { ConversationMessage } from '../../../../shared/mesh-view/conversation.ts';

/** What can be done with a message where it is shown. */
export interface MessageActions {
  /** Between two, answers stand in the line; elsewhere one that does has lost what it answers. */
  readonly isDirect: boolean;
  /** Opens its thread, or begins one; absent inside a thread. */
  readonly openThread: ((message: ConversationMessage) => void) | undefined;
  readonly showDetails: (message: ConversationMessage) => void;
  readonly copy: (message: ConversationMessage) => void;
  /** Reads the whole of a text that the feed has cut. */
  readonly readWhole: () => void;
  /** Leaves the search and shows it among the others; only while searching. */
  readonly showInPlace: ((message: ConversationMessage) => void) | undefined;
}

const nothing = (): void => undefined;

/** Given by the view around the list. */
export const MessageActionsContext = createContext<MessageActions>({
  isDirect: false,
  openThread: undefined,
  showDetails: nothing,
  copy: nothing,
  readWhole: nothing,
  showInPlace: undefined,
});

export function useMessageActions(): MessageActions {
  return useContext(MessageActionsContext);
}
