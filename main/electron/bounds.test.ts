import { expect, test } from 'vitest';
import { placeSchema, placeWindow } from './bounds.ts';

const left = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: 0, width: 1280, height: 1000 };

test('a window is where it was, on whichever display that is', () => {
  const was = { x: 2000, y: 50, width: 900, height: 700 };
  expect(placeWindow(was, [left, right])).toEqual(was);
});

test('on a display that is gone it would be lost: it comes to the middle of the first one', () => {
  const was = { x: 2000, y: 50, width: 900, height: 700 };
  expect(placeWindow(was, [left])).toEqual({ x: 510, y: 170, width: 900, height: 700 });
});

test.each([
  ['above the top edge', { x: 100, y: -500, width: 900, height: 700 }],
  ['below the bottom edge', { x: 100, y: 1030, width: 900, height: 700 }],
  ['almost out to the left', { x: -850, y: 100, width: 900, height: 700 }],
  ['almost out to the right', { x: 1900, y: 100, width: 900, height: 700 }],
])('%s there is nothing to take hold of', (_, was) => {
  expect(placeWindow(was, [left])).toEqual({ x: 510, y: 170, width: 900, height: 700 });
});

test('partly outside is where the person put it', () => {
  const was = { x: -300, y: 500, width: 900, height: 700 };
  expect(placeWindow(was, [left])).toEqual(was);
});

test('it is neither larger than the display nor too small to use', () => {
  expect(placeWindow({ x: 0, y: 0, width: 5000, height: 5000 }, [left])).toEqual(left);
  expect(placeWindow({ x: 10, y: 10, width: 1, height: 1 }, [left])).toMatchObject({
    width: 480,
    height: 360,
  });
});

test('a first window is in the middle; without a display it is somewhere', () => {
  expect(placeWindow(undefined, [left])).toEqual({ x: 240, y: 70, width: 1440, height: 900 });
  expect(placeWindow(undefined, [])).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
});

test('what is kept is a place or nothing', () => {
  const bounds = { x: 1, y: 2, width: 3, height: 4 };
  expect(placeSchema.safeParse({ bounds, isMaximized: true }).success).toBe(true);
  for (const bad of [null, {}, { bounds }, { bounds: { ...bounds, width: 1e9 }, isMaximized: true }])
    expect(placeSchema.safeParse(bad).success).toBe(false);
});
