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
    title = changed;
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
        data += setRegion(regions.alternate);
      } else {
        data += setRegion(regions.normal);
      }
      if (terminal.modes.originMode) data += originCursor(terminal, regions[terminal.buffer.active.type]);
      if (mouseEncoding !== null) data += `\x1b[?${mouseEncoding}h`;
      if (cursorStyle > 0) data += `\x1b[${cursorStyle} q`;
      if (cursorHidden) data += '\x1b[?25l';
      if (title !== '') data += `\x1b]2;${title.replaceAll(/\p{Cc}/gu, '')}\x07`;
      return data;
    },
  };
}

/**
 * Setting a region moves the cursor, so it is saved around it. One thing is lost: a cursor waiting past the
 * last column comes back on the last column.
 */
function setRegion(region: Region | null): string {
  return region === null ? '' : `\x1b7\x1b[${region.top};${region.bottom}r\x1b8`;
}

/** Switching origin mode on moves the cursor into the region; this puts it back, counted from the region's top. */
function originCursor(terminal: HeadlessTerminal, region: Region | null): string {
  const { cursorX, cursorY } = terminal.buffer.active;
  const row = cursorY - ((region?.top ?? 1) - 1);
  return `\x1b[${Math.max(1, row + 1)};${Math.min(cursorX, terminal.cols - 1) + 1}H`;
}
