import { announce } from '../../state/store.ts';

/** Copies a text and says so; `what` begins the sentence. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} is on the clipboard.`);
    return true;
  } catch {
    announce(`${what} could not be copied: the browser does not allow it. Select the text and copy it.`);
    return false;
  }
}
