/** Does a little of some work. Returns whether there is more of it. */
type Slice = () => boolean;

const waiting = new Set<Slice>();

/**
 * Does one slice of each in turn, and lets the event loop handle what came in after every slice: so a
 * terminal that is flooded delays neither the others nor what is typed by more than a slice.
 */
export function takeTurns(slice: Slice): void {
  if (waiting.size === 0) setImmediate(nextTurn);
  waiting.add(slice);
}

function nextTurn(): void {
  const [slice] = waiting;
  if (slice === undefined) return;
  waiting.delete(slice);
  // Before the work, so that the others go on even if it throws.
  if (waiting.size > 0) setImmediate(nextTurn);
  if (slice()) takeTurns(slice);
}
