import type { HeadlessTerminal } from './xterm.ts';

/** Puts what the serializer leaves out back into a serialized screen. */
export interface DroppedModes {
  /** The terminal was resized: scroll regions are gone. */
  resized(): void;
  restore(serialized: string): string;
}

interface Region {
  readonly top: number;
  readonly bottom: number;
}

const MAX_TITLE = 512;
const ENTER_ALTERNATE = '\x1b[?1049h';

/**
 * Follows what the serializer drops: hidden cursor, cursor style, scroll region, mouse encoding and title.
 * The hooks only watch; the terminal still handles every sequence itself.
 */
export function trackDroppedModes(terminal: HeadlessTerminal): DroppedModes {
  const regions: { normal: Region | null; alternate: Region | null } = { normal: null, alternate: null };
  let cursorHidden = false;
  let cursorStyle = 0;
  let mouseEncoding: number | null = null;
  let title = '';
  /** The designated character set: `0` draws lines, `B` is ASCII. */
  let charset = 'B';

  const setModes = (params: readonly (number | number[])[], on: boolean): false => {
    for (const mode of params) {
      if (mode === 25) cursorHidden = !on;
      if (mode === 1006 || mode === 1016) mouseEncoding = on ? mode : null;
    }
    return false;
  };
  const softReset = (): false => {
    cursorHidden = false;
    regions[terminal.buffer.active.type] = null;
    charset = 'B';
    return false;
  };
  const { parser } = terminal;
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => setModes(params, true));
  parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => setModes(params, false));
  parser.registerCsiHandler({ final: 'r' }, (params) => {
    const top = Number(params[0] ?? 0) || 1;
    const asked = Number(params[1] ?? 0);
    const bottom = asked === 0 || asked > terminal.rows ? terminal.rows : asked;
    if (bottom > top) {
      const whole = top === 1 && bottom === terminal.rows;
      regions[terminal.buffer.active.type] = whole ? null : { top, bottom };
    }
    return false;
  });
  parser.registerCsiHandler({ intermediates: ' ', final: 'q' }, (params) => {
    cursorStyle = Number(params[0] ?? 0);
    return false;
  });
  for (const final of ['0', 'A', 'B']) {
    parser.registerEscHandler({ intermediates: '(', final }, () => {
      charset = final;
      return false;
    });
  }
  parser.registerCsiHandler({ intermediates: '!', final: 'p' }, softReset);
  parser.registerEscHandler({ final: 'c' }, () => {
    softReset();
    regions.normal = null;
    regions.alternate = null;
    cursorStyle = 0;
    mouseEncoding = null;
    return false;
  });
  terminal.buffer.onBufferChange((active) => {
    // Leaving the alternate screen resets it.
    if (active.type === 'normal') regions.alternate = null;
  });
  terminal.onTitleChange((changed) => {
    // A title is a line for people; a bomb in its place must not travel to every viewer.
    title = changed.slice(0, MAX_TITLE);
  });

  return {
    resized() {
      regions.normal = null;
      regions.alternate = null;
    },
    restore(serialized) {
      let data = serialized;
      if (terminal.buffer.active.type === 'alternate') {
        const at = data.indexOf(ENTER_ALTERNATE);
        if (at !== -1) data = data.slice(0, at) + setRegion(regions.normal) + data.slice(at);
        data += activeRegion(terminal, regions.alternate);
      } else {
        data += activeRegion(terminal, regions.normal);
      }
      if (terminal.modes.originMode) data += originCursor(terminal, regions[terminal.buffer.active.type]);
      if (mouseEncoding !== null) data += `\x1b[?${mouseEncoding}h`;
      if (cursorStyle > 0) data += `\x1b[${cursorStyle} q`;
      if (charset !== 'B') data += `\x1b(${charset}`;
      if (cursorHidden) data += '\x1b[?25l';
      if (title !== '') data += `\x1b]2;${title.replaceAll(/\p{Cc}/gu, '')}\x07`;
      return data;
    },
  };
}

/** Setting a region moves the cursor. In the buffer that is left behind, its saved cursor carries it over. */
function setRegion(region: Region | null): string {
  return region === null ? '' : `\x1b7\x1b[${region.top};${region.bottom}r\x1b8`;
}

/**
 * In the buffer that is shown, the cursor is put back by its position, so that the program's own saved cursor stays.
 * One thing is lost: a cursor waiting past the last column comes back on the last column.
 */
function activeRegion(terminal: HeadlessTerminal, region: Region | null): string {
  if (region === null) return '';
  const { cursorX, cursorY } = terminal.buffer.active;
  return `\x1b[${region.top};${region.bottom}r\x1b[${cursorY + 1};${Math.min(cursorX, terminal.cols - 1) + 1}H`;
}

/** Switching origin mode on moves the cursor into the region; this puts it back, counted from the region's top. */
function originCursor(terminal: HeadlessTerminal, region: Region | null): string {
  const { cursorX, cursorY } = terminal.buffer.active;
  const row = cursorY - ((region?.top ?? 1) - 1);
  return `\x1b[${Math.max(1, row + 1)};${Math.min(cursorX, terminal.cols - 1) + 1}H`;
}
