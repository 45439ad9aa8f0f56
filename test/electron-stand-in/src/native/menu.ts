import type { BrowserWindow } from '../browser-window.ts';
import { recorder } from '../recorder.ts';
import { strict, StrictEmitter } from '../strict.ts';
import { assertAccelerator } from './accelerator.ts';
import { isRole, runRole } from './menu-roles.ts';

type ItemOptions = Electron.MenuItemConstructorOptions;
type Template = readonly (ItemOptions | MenuItem)[];

const itemTypes = ['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette'];
let lastCommandId = 0;

/** Electron's `MenuItem`. */
export class MenuItem {
  readonly commandId: number;
  readonly id: string;
  readonly type: NonNullable<ItemOptions['type']>;
  readonly role: ItemOptions['role'] | undefined;
  readonly accelerator: string | null;
  readonly submenu: Menu | undefined;
  readonly toolTip: string;
  label: string;
  sublabel: string;
  icon: ItemOptions['icon'] | undefined;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  /** As Electron's: a test that calls it without a window passes none on. */
  click: (event?: object, window?: BrowserWindow) => void;

  constructor(options: ItemOptions) {
    const { label, role, type, submenu, accelerator, click } = options;
    if (label === undefined && role === undefined && type === undefined)
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
    if (role !== undefined && !isRole(role)) throw new TypeError(`Unknown role ${role}`);
    if (type !== undefined && !itemTypes.includes(type))
      throw new TypeError(`Unknown menu item type: ${type}`);
    if (accelerator) assertAccelerator(accelerator);
    lastCommandId += 1;
    this.commandId = lastCommandId;
    this.id = options.id ?? '';
    this.role = role;
    this.submenu = submenu === undefined ? undefined : asMenu(submenu);
    this.type = type ?? (this.submenu ? 'submenu' : 'normal');
    this.accelerator = accelerator ?? null;
    this.toolTip = options.toolTip ?? '';
    this.label = label ?? role ?? '';
    this.sublabel = options.sublabel ?? '';
    this.icon = options.icon;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.click = (event = {}, window) => {
      if (this.type === 'checkbox' || this.type === 'radio') this.checked = !this.checked;
      if (role !== undefined) runRole(role, window);
      else click?.(this as never, window as never, event as Electron.KeyboardEvent);
    };
    strict('MenuItem', this);
  }
}

let applicationMenu: Menu | null = null;

/** Electron's `Menu`. */
export class Menu extends StrictEmitter {
  readonly items: MenuItem[] = [];
  #onClosed: (() => void) | undefined;

  static buildFromTemplate(template: Template): Menu {
    if (!Array.isArray(template))
      throw new TypeError('Invalid template for Menu: Menu template must be an array');
    const menu = new Menu();
    for (const item of template)
      menu.append(item instanceof MenuItem ? item : new MenuItem(item as ItemOptions));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  append(item: MenuItem): void {
    this.insert(this.items.length, item);
  }

  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }

  /** Stays open, in `__standIn.popups`, until `closePopup`. */
  popup(options: { readonly callback?: () => void } = {}): void {
    this.#onClosed = options.callback;
    recorder.popups.push(this);
    this.emit('menu-will-show', {});
  }

  closePopup(): void {
    const onClosed = this.#onClosed;
    this.#onClosed = undefined;
    this.emit('menu-will-close', {});
    onClosed?.();
  }
}

function asMenu(submenu: NonNullable<ItemOptions['submenu']>): Menu {
  return Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as unknown as Menu);
}
