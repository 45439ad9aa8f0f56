import { WebLinksAddon } from '@xterm/addon-web-links';
import type { IBufferRange, ILink, ILinkHandler, Terminal } from '@xterm/xterm';
import { visibleLine } from '../../shared/base/visible.ts';
import { checkUrl, findFilePlaces, placeText } from './links.ts';

export interface LinkEvents {
  readonly onUrl: (url: string) => void;
  /** A place in a file, as `path:line`. */
  readonly onPlace: (place: string) => void;
}

/** A wrapped line is followed over this many rows in each direction. */
const MAX_ROWS = 8;
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const CHORD = isMac ? '⌘-click' : 'Ctrl-click';

/** Links follow a click with ⌘ or Ctrl: a plain click is for selecting and for going to a pane. */
function isFollowing(event: MouseEvent): boolean {
  return isMac ? event.metaKey : event.ctrlKey;
}

/** Makes addresses and places in files followable. What a link really leads to is shown before it is followed. */
export function addTextLinks(terminal: Terminal, events: LinkEvents): void {
  const show = (what: string): void => terminal.element?.setAttribute('title', what);
  const hide = (): void => terminal.element?.removeAttribute('title');
  const showUrl = (text: string): void => {
    const url = checkUrl(text);
    if (url !== undefined) show(`${CHORD} opens ${visibleLine(url, 500)}`);
  };
  const follow = (event: MouseEvent, text: string): void => {
    const url = checkUrl(text);
    if (url !== undefined && isFollowing(event)) events.onUrl(url);
  };

  terminal.loadAddon(new WebLinksAddon(follow, { hover: (_event, text) => showUrl(text), leave: hide }));
  const handler: ILinkHandler = {
    activate: follow,
    hover: (_event, text) => showUrl(text),
    leave: hide,
    // `harden.ts` has let through only those that may be opened.
    allowNonHttpProtocols: true,
  };
  terminal.options.linkHandler = handler;
  terminal.registerLinkProvider({
    provideLinks(y, callback) {
      const line = lineAt(terminal, y - 1);
      const links = findFilePlaces(line.text).map((place): ILink => {
        const text = placeText(place);
        return {
          text,
          range: line.range(place.start, place.end),
          activate: (event) => isFollowing(event) && events.onPlace(text),
          hover: () => show(`${CHORD} copies ${visibleLine(text, 500)}`),
          leave: hide,
        };
      });
      callback(links.filter(({ range }) => range.start.y <= y && range.end.y >= y));
    },
  });
}

interface LogicalLine {
  readonly text: string;
  /** Where a part of the text is on the screen, counted from 1, the end included. */
  range(start: number, end: number): IBufferRange;
}

/** The line that a row is part of, its wrapped rows put together. */
function lineAt(terminal: Terminal, y: number): LogicalLine {
  const buffer = terminal.buffer.active;
  let first = y;
  while (first > 0 && first > y - MAX_ROWS && buffer.getLine(first)?.isWrapped === true) first -= 1;
  let text = '';
  const places: { x: number; y: number }[] = [];
  for (let row = first; row <= y + MAX_ROWS; row += 1) {
    const line = buffer.getLine(row);
    if (line === undefined || (row > y && !line.isWrapped)) break;
    for (let x = 0; x < line.length; x += 1) {
      const cell = line.getCell(x);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const chars = cell.getChars() || ' ';
      text += chars;
      for (let n = 0; n < chars.length; n += 1) places.push({ x: x + 1, y: row + 1 });
    }
  }
  const placeOf = (at: number): { x: number; y: number } => places[at] ?? { x: 1, y: first + 1 };
  return { text, range: (start, end) => ({ start: placeOf(start), end: placeOf(end - 1) }) };
}
