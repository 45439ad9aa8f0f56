import type { ConversationMessage } from '../../../shared/mesh-view/conversation.ts';
import type { Row } from './rows.ts';

/** The messages, in the line and in threads, that contain what is looked for, as lines of their own. */
export function searchRows(messages: readonly ConversationMessage[], query: string): readonly Row[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  return messages
    .filter(({ text, from }) => text.toLowerCase().includes(wanted) || from.name.toLowerCase() === wanted)
    .map((message): Row => ({
      kind: 'message',
      key: message.key,
      message,
      isFirst: true,
      thread: undefined,
    }));
}

/** How much was found, and in how much. */
export function explainFound(found: number, searched: number, hasEarlier: boolean): string {
  const what = found === 0 ? 'Nothing' : found === 1 ? '1 message' : `${found.toLocaleString('en')} messages`;
  const where = `${searched.toLocaleString('en')} that ${searched === 1 ? 'is' : 'are'} read`;
  return `${what} found among the ${where}${hasEarlier ? '; there are earlier ones' : ''}.`;
}
