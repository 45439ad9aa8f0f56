/** A second crash within this long is no accident: loading the page again would go on for ever. */
const CALM_MS = 60_000;

/** What to do about a page whose process ended, given when it last did. */
export function afterCrash(lastAt: number | undefined, now: number): 'reload' | 'ask' {
  return lastAt === undefined || now - lastAt > CALM_MS ? 'reload' : 'ask';
}

/** Why a page's process ended, as Electron names it, for a person. */
export function crashInWords(reason: string): string {
  switch (reason) {
    case 'oom':
      return 'Its page used more memory than there is.';
    case 'killed':
      return 'Its page was ended by the system or by another program.';
    default:
      return 'Its page ended unexpectedly.';
  }
}
