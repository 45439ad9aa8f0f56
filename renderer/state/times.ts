/** Beyond this an engine knows no dates; a sender may claim any number (ECMA-262, time values). */
const LAST_TIME = 8.64e15;

const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const second = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const key = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** `14:31`, where the person is. */
export function minuteTime(at: number): string {
  return isTime(at) ? minute.format(at) : 'unknown time';
}

/** `14:31:02`, where the person is. */
export function clockTime(at: number): string {
  return isTime(at) ? second.format(at) : 'unknown time';
}

/** For machines; nothing where the sender claimed no time that there is. */
export function isoTime(at: number): string | undefined {
  return isTime(at) ? new Date(at).toISOString() : undefined;
}

/** Names the day that a time falls on, where the person is: `2026-03-09`. */
export function dayOf(at: number): string {
  return isTime(at) ? key.format(at) : 'unknown';
}

/** The day as it stands over its messages: `Today`, `Monday 9 March`, `9 March 2025`. */
export function dayTitle(at: number, now: number): string {
  if (!isTime(at)) return 'A day that its sender did not say';
  const name = dayOf(at);
  if (name === dayOf(now)) return 'Today';
  if (name === dayOf(now - 86_400_000)) return 'Yesterday';
  return name.slice(0, 4) === dayOf(now).slice(0, 4) ? day.format(at) : dayOfYear.format(at);
}

function isTime(at: number): boolean {
  return Math.abs(at) <= LAST_TIME;
}
