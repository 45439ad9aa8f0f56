/** One line of two texts laid side by side. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** Its number before and after, counted from 1; `null` where it is not. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Part of a comparison: a run of lines that are shown, or how many are left out because they are the same. */
export type DiffPart =
  | { readonly kind: 'lines'; readonly lines: readonly DiffLine[] }
  | { readonly kind: 'left-out'; readonly count: number };

/** Above this many pairs of lines the changed middle is shown as wholly replaced: a page must not stand still. */
const MAX_PAIRS = 4_000_000;

/** What changed between two texts, line by line; line endings are not looked at. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before);
  const next = linesOf(after);
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start++;
  let tail = 0;
  const room = Math.min(old.length, next.length) - start;
  while (tail < room && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail++;

  const middle = compare(old.slice(start, old.length - tail), next.slice(start, next.length - tail));
  const kinds = [...same(start), ...middle, ...same(tail)];
  let b = 0;
  let a = 0;
  return kinds.map((kind): DiffLine => {
    if (kind === 'removed') return { kind, text: old[b] ?? '', before: ++b, after: null };
    const text = next[a] ?? '';
    return { kind, text, before: kind === 'same' ? ++b : null, after: ++a };
  });
}

/** The changes with `context` lines around each; what is between them is only counted. */
export function partsOf(lines: readonly DiffLine[], context: number): readonly DiffPart[] {
  const isNear = new Set<number>();
  for (const [place, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let near = place - context; near <= place + context; near++) isNear.add(near);
  }
  const parts: ({ kind: 'lines'; lines: DiffLine[] } | { kind: 'left-out'; count: number })[] = [];
  for (const [place, line] of lines.entries()) {
    const last = parts.at(-1);
    if (isNear.has(place)) {
      if (last?.kind === 'lines') last.lines.push(line);
      else parts.push({ kind: 'lines', lines: [line] });
    } else if (last?.kind === 'left-out') last.count++;
    else parts.push({ kind: 'left-out', count: 1 });
  }
  return parts;
}

/** How many lines were added and removed. */
export function countsOf(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const of = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return { added: of('added'), removed: of('removed') };
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function same(count: number): DiffLine['kind'][] {
  return Array.from({ length: count }, () => 'same');
}

/** The longest common run of lines stays; of what differs, the old comes before the new. */
function compare(old: readonly string[], next: readonly string[]): DiffLine['kind'][] {
  const replaced: DiffLine['kind'][] = [
    ...old.map(() => 'removed' as const),
    ...next.map(() => 'added' as const),
  ];
  if (old.length === 0 || next.length === 0 || old.length * next.length > MAX_PAIRS) return replaced;
  // common[i][j]: how many lines the ends of both texts from i and j on have in common.
  const width = next.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      common[i * width + j] =
        old[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const kinds: DiffLine['kind'][] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      kinds.push('same');
      i++;
      j++;
    } else if (i < old.length && (j === next.length || at(i + 1, j) >= at(i, j + 1))) {
      kinds.push('removed');
      i++;
    } else {
      kinds.push('added');
      j++;
    }
  }
  return kinds;
}
