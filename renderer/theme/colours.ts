/** Reads the current values of colour tokens, as the browser resolves them for the theme in force. */
export function readColours<K extends string>(tokens: Readonly<Record<K, string>>): Record<K, string> {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const entries = Object.entries<string>(tokens).map(([key, token]) => {
    // A custom property read directly would still be the unresolved light/dark pair.
    probe.style.color = `var(${token})`;
    return [key, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as Record<K, string>;
}

/** Calls back whenever the window's look changes: light or dark, more contrast. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
  return () => observer.disconnect();
}
