/** F6 and Shift-F6 go from region to region; the terminal leaves exactly these keys to the window. */
export function isRegionKey(event: KeyboardEvent): boolean {
  return event.key === 'F6' && !event.ctrlKey && !event.altKey && !event.metaKey;
}

/** Moves the focus to the next region of the page, or the one before. */
export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.getClientRects().length > 0,
  );
  // The innermost region counts: a terminal inside the centre is one of its own.
  const current = regions.findLastIndex((region) => region.contains(document.activeElement));
  const from = current === -1 && step === -1 ? 0 : current;
  regions[(from + step + regions.length) % regions.length]?.focus();
}

/** Is the focus where typed letters mean themselves? */
export function isTyping(): boolean {
  const { activeElement } = document;
  return (
    activeElement instanceof HTMLElement &&
    activeElement.matches('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]')
  );
}

/** Is the focus inside a terminal? */
export function isInTerminal(): boolean {
  return document.activeElement?.closest('.xterm') !== null && document.activeElement !== null;
}

/** Is the focus on something that Space or Enter acts on by itself? */
export function isOnControl(): boolean {
  const { activeElement } = document;
  return (
    activeElement instanceof HTMLElement &&
    activeElement.matches(
      'button, a[href], summary, [role=option], [role=menuitem], [role=tab], input, label',
    )
  );
}

/** Leads to the search field of the view that is shown; false when it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main [data-search]');
  field?.focus();
  field?.select();
  return field !== null;
}
