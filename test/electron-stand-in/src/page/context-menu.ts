import { toWire } from '../clone.ts';
import { post } from './ipc-renderer.ts';

/** Tells the main process of a right click that the page leaves to it. */
export function watchContextMenu(): void {
  window.addEventListener('contextmenu', (event) => {
    if (!event.defaultPrevented) post({ kind: 'context-menu', params: toWire(describe(event)) });
  });
}

/** The part of Electron's parameters that a page can know. */
function describe(event: MouseEvent): object {
  const element = event.target instanceof Element ? event.target : document.documentElement;
  const link = element.closest('a');
  const isEditable = element.matches('input, textarea, [contenteditable]');
  const selectionText = document.getSelection()?.toString() ?? '';
  const canCopy = selectionText !== '';
  return {
    x: event.clientX,
    y: event.clientY,
    linkURL: link?.href ?? '',
    linkText: link?.textContent ?? '',
    pageURL: location.href,
    mediaType: element instanceof HTMLImageElement ? 'image' : 'none',
    selectionText,
    isEditable,
    editFlags: {
      canUndo: isEditable,
      canRedo: isEditable,
      canCut: isEditable && canCopy,
      canCopy,
      canPaste: isEditable,
      canDelete: isEditable && canCopy,
      canSelectAll: true,
    },
  };
}
