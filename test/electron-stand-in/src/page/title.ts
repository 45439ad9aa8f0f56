import { post } from './ipc-renderer.ts';

/** Tells the main process the title of the document, and whenever it changes. */
export function watchTitle(): void {
  let told = '';
  const tell = (): void => {
    if (document.title === told) return;
    told = document.title;
    post({ kind: 'title', title: told });
  };
  document.addEventListener('DOMContentLoaded', () => {
    tell();
    new MutationObserver(tell).observe(document.head, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}
