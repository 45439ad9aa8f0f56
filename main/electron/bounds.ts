import { z } from 'zod';

/** A rectangle on the desktop, in device-independent pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const pixels = z.number().int().min(-100_000).max(100_000);
const size = z.number().int().min(1).max(100_000);

/** Where a window was, as it is kept. */
export const placeSchema = z.object({
  bounds: z.object({ x: pixels, y: pixels, width: size, height: size }),
  isMaximized: z.boolean(),
});
export type Place = z.infer<typeof placeSchema>;

export const MIN_SIZE = { width: 480, height: 360 };
const USUAL_SIZE = { width: 1440, height: 900 };
/** This much of a window's top edge has to be on a display, or nobody could take hold of it. */
const GRIP = { width: 120, height: 24 };

/** Where to show a window: where it was if that is still on a display, else in the middle of the first one. */
export function placeWindow(was: Bounds | undefined, areas: readonly Bounds[]): Bounds {
  const area = areas.find((one) => was !== undefined && hasGrip(was, one));
  if (was !== undefined && area !== undefined) return { ...was, ...fit(was, area) };
  const first = areas[0] ?? { x: 0, y: 0, ...USUAL_SIZE };
  const { width, height } = fit(was ?? USUAL_SIZE, first);
  return {
    x: first.x + Math.round((first.width - width) / 2),
    y: first.y + Math.round((first.height - height) / 2),
    width,
    height,
  };
}

function hasGrip(window: Bounds, area: Bounds): boolean {
  const right = Math.min(window.x + window.width, area.x + area.width);
  const isAcross = right - Math.max(window.x, area.x) >= GRIP.width;
  return isAcross && window.y >= area.y && window.y + GRIP.height <= area.y + area.height;
}

function fit(wanted: Pick<Bounds, 'width' | 'height'>, area: Bounds): Pick<Bounds, 'width' | 'height'> {
  return {
    width: Math.min(Math.max(wanted.width, MIN_SIZE.width), area.width),
    height: Math.min(Math.max(wanted.height, MIN_SIZE.height), area.height),
  };
}
