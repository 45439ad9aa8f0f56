import { strict, StrictEmitter } from '../strict.ts';

/** The one display that there is. */
export const primaryDisplay = strict('Display', {
  id: 1,
  label: 'stand-in',
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  size: { width: 1920, height: 1080 },
  workAreaSize: { width: 1920, height: 1040 },
  scaleFactor: 1,
  rotation: 0,
  internal: false,
} satisfies Partial<Electron.Display>);

/** Electron's `screen`. */
class Screen extends StrictEmitter {
  getPrimaryDisplay(): typeof primaryDisplay {
    return primaryDisplay;
  }

  getAllDisplays(): (typeof primaryDisplay)[] {
    return [primaryDisplay];
  }

  getDisplayMatching(_rectangle: Electron.Rectangle): typeof primaryDisplay {
    return primaryDisplay;
  }

  getDisplayNearestPoint(_point: Electron.Point): typeof primaryDisplay {
    return primaryDisplay;
  }
}

export const screen = new Screen();
