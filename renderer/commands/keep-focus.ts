/** What holds the focus when its own place cannot: a dialog hears Escape, a region is where Tab goes on from. */
const HOLDERS = '[role=dialog], [role=alertdialog], [data-region]';

/**
 * A control that is disabled while its call is under way loses the focus to nowhere, and Escape and Tab with it. Its
 * dialog or region has the focus for as long, and gives it back. Called once, at the start of the page.
 */
export function keepFocus(): void {
  let lost: { readonly control: Element; readonly holder: HTMLElement } | undefined;
  const look = (): void => {
    const { activeElement } = document;
    if (activeElement?.matches(':disabled') === true) {
      const holder = activeElement.closest<HTMLElement>(HOLDERS);
      if (holder === null) return;
      lost = { control: activeElement, holder };
      holder.focus({ preventScroll: true });
      return;
    }
    if (lost === undefined || lost.control.matches(':disabled')) return;
    const { control, holder } = lost;
    lost = undefined;
    if (activeElement === holder && control instanceof HTMLElement && control.isConnected) control.focus();
  };
  new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ['disabled'] });
}
