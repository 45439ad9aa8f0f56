import type { WebContents } from './web-contents.ts';

interface Input {
  readonly type: string;
}

/** Makes Electron's two events of what a person did in a page. */
export function emitInput(contents: WebContents, input: Input): void {
  contents.emit('input-event', {}, input);
  const type = { rawKeyDown: 'keyDown', keyUp: 'keyUp' }[input.type];
  if (type !== undefined) contents.emit('before-input-event', tooLate, { ...input, type });
}

const tooLate = {
  defaultPrevented: false,
  preventDefault(): never {
    throw new Error(
      'The Electron stand-in tells of a key when the page has it already; nothing can prevent that',
    );
  },
};
