import { splitMentions } from './text.ts';

/** What of the parser's tree is looked at here. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Marks those who are called out; code and links are left as they are. */
export function mentionPlugin(names: ReadonlySet<string>) {
  return () => (tree: Node) => {
    markIn(tree, names);
  };
}

function markIn(node: Node, names: ReadonlySet<string>): void {
  if (node.children === undefined || node.tagName === 'code' || node.tagName === 'a') return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text') {
      markIn(child, names);
      return [child];
    }
    return splitMentions(child.value ?? '', names).map(({ text, isMention }): Node => {
      const inner: Node = { type: 'text', value: text };
      return isMention ? { type: 'element', tagName: 'mark', properties: {}, children: [inner] } : inner;
    });
  });
}
