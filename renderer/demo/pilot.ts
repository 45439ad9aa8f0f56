/** Does in the page what a person would do with it, to reach a picture that no state of the window describes. */

/** As long as a part of the page may take until it is there. */
const PATIENCE_MS = 10_000;

/** Presses the first thing that the selector finds and whose text or name begins so, when it is there. */
export async function click(selector: string, name = ''): Promise<void> {
  (await appeared(selector, name)).click();
}

/** Writes into the field under a label, or of that name, as if it were typed. */
export async function fill(label: string, text: string): Promise<void> {
  const named = await appeared('label, input, textarea', label);
  const field = named instanceof HTMLLabelElement ? named.control : named;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.focus();
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  // React listens for the change that the element's own setter makes, not for the property of this instance.
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, text);
  field.setSelectionRange(text.length, text.length);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** Resolves when there is such an element; rejects when it did not come. */
function appeared(selector: string, name: string): Promise<HTMLElement> {
  const find = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>(selector)].find((element) => nameOf(element).startsWith(name));
  const there = find();
  if (there !== undefined) return Promise.resolve(there);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`the demo waited in vain for ${selector} ${name}`));
    }, PATIENCE_MS);
    const observer = new MutationObserver(() => {
      const element = find();
      if (element === undefined) return;
      end();
      resolve(element);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
}

function nameOf(element: HTMLElement): string {
  return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
}
