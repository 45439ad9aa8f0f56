/** A dialog gives the focus back to where it was opened from a moment after it has closed. */
const AFTER_DIALOG_MS = 80;
const TRIES = 20;

/** Leads to where one writes, once the conversation is there: whoever chose somebody to write to wants to write. */
export function focusComposer(tries = TRIES): void {
  setTimeout(() => {
    const area = document.querySelector<HTMLElement>('main form textarea');
    if (area !== null) area.focus();
    else if (tries > 0) focusComposer(tries - 1);
  }, AFTER_DIALOG_MS);
}
