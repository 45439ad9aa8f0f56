import { expect, test } from 'vitest';
import { alignCharacters, inPieces } from './utf8.ts';

const text = 'a€漢…😀é–';

test('characters are passed on whole, wherever they are cut', () => {
  const bytes = Buffer.from(text);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const characters = alignCharacters();
    const first = Buffer.from(characters.take(bytes.subarray(0, cut))).toString();
    const second = Buffer.from(characters.take(bytes.subarray(cut))).toString();
    expect(first + second).toBe(text);
    expect(first).not.toContain('\ufffd');
    expect(characters.rest()).toHaveLength(0);
  }
});

test('one byte at a time is enough', () => {
  const characters = alignCharacters();
  const taken = [...Buffer.from(text)].map((byte) => Buffer.from(characters.take(Uint8Array.of(byte))));
  expect(Buffer.concat(taken).toString()).toBe(text);
  expect(taken.every((piece) => !piece.toString().includes('\ufffd'))).toBe(true);
});

test('what is no character is not held back, and nothing is lost at the end', () => {
  const characters = alignCharacters();
  expect([...characters.take(Uint8Array.of(0x80, 0x80, 0x80, 0x80))]).toHaveLength(4);
  expect([...characters.take(Uint8Array.of(0x61, 0xff))]).toHaveLength(2);
  expect([...characters.take(Uint8Array.of(0xe2, 0x82))]).toHaveLength(0);
  expect([...characters.rest()]).toEqual([0xe2, 0x82]);
  expect(characters.rest()).toHaveLength(0);
});

test('pieces end between characters', () => {
  const bytes = Buffer.from(text.repeat(20));
  const pieces = [...inPieces(bytes, 7)];
  expect(Buffer.concat(pieces)).toEqual(bytes);
  expect(pieces.every((piece) => piece.length <= 7)).toBe(true);
  expect(pieces.every((piece) => !Buffer.from(piece).toString().includes('\ufffd'))).toBe(true);
  expect(Buffer.concat([...inPieces(Buffer.alloc(50, 0x80), 7)])).toHaveLength(50);
});
