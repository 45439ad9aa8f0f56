import { promises as fs } from 'node:fs';
import path from 'node:path';
import { parseJsonText } from '../../shared/base/bounded-json.ts';
import { Fault } from '../../shared/base/refusal.ts';
import { inboxItemSchema, type InboxItem } from '../cotal/nats/inbox.ts';

/** What was surfaced to the agent of this session, read only, oldest first. */
export async function readOwnInbox(spool: string | undefined): Promise<InboxItem[]> {
  if (spool === undefined)
    throw new Fault('no-inbox', 'This session has no inbox.', {
      why: 'COTAL_SPOOL is not set.',
      remedy: 'Start it with cotal spawn.',
    });
  const dir = path.join(spool, 'inbox');
  const items: InboxItem[] = [];
  for (const name of (await fs.readdir(dir).catch(() => [])).filter((n) => n.endsWith('.jsonl')).toSorted()) {
    for (const line of (await fs.readFile(path.join(dir, name), 'utf8')).split('\n')) {
      const json = parseJsonText(line, { maxBytes: 2 * 1024 * 1024, maxDepth: 72 });
      const item = json.ok ? inboxItemSchema.safeParse(json.value) : undefined;
      if (item?.success === true) items.push(item.data);
    }
  }
  return items;
}
