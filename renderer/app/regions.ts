/** F6 and Shift-F6 go from region to region; the terminal leaves exactly these keys to the window. */
export function isRegionKey(event: KeyboardEvent): boolean {
  return event.key === 'F6' && !event.ctrlKey && !event.altKey && !event.metaKey;
}

/** Moves the focus to the next region of the page, or the one before. */
export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const current = regions.findIndex((region) => region.contains(document.activeElement));
  const from = current === -1 && step === -1 ? 0 : current;
  regions[(from + step + regions.length) % regions.length]?.focus();
}

/** Is the focus where typed letters mean themselves? */
export function isTyping(): boolean {
  const { activeElement } = document;
  return (
    activeElement instanceof HTMLElement &&
    activeElement.matches('input, textarea, select, [contenteditable]')
  );
}
