import { app, Menu, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';

/** Electron shows none by itself: the usual items for editing where there is something to edit or to copy. */
export function offerContextMenus(): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.on('context-menu', (_event, params) => {
      const items = contextItems(params);
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    });
  });
}

function contextItems({
  isEditable,
  selectionText,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText'>): MenuItemConstructorOptions[] {
  if (isEditable) return [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }];
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
}
