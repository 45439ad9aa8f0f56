import { expect, test } from 'vitest';
import { createWindowKeys } from './window-keys.ts';

test('the lowest free name; one that came free is given again', () => {
  const keys = createWindowKeys();
  expect([keys.take(), keys.take(), keys.take()]).toEqual(['main', 'w2', 'w3']);
  keys.release('w2');
  expect([keys.take(), keys.take()]).toEqual(['w2', 'w4']);
});

test('a page that comes back gets its name again, unless another one has it now', () => {
  const keys = createWindowKeys();
  expect(keys.take('w3')).toBe('w3');
  expect(keys.take('w3')).toBe('main');
  keys.release('w3');
  expect(keys.take('w3')).toBe('w3');
});

test.each(['../../etc', 'w1', 'w0', 'w2.json', ''])('a wish for "%s" is not heard', (wish) => {
  expect(createWindowKeys().take(wish)).toBe('main');
});
