import { toWire } from '../clone.ts';
import { post } from './ipc-renderer.ts';

/** Tells the main process of what a person does with the mouse and the keyboard, as the page gets to know it. */
export function watchInput(): void {
  const tell = (event: Event, type: string, details: object): void => {
    if (event.isTrusted) post({ kind: 'input', input: toWire({ type, ...details }) });
  };
  window.addEventListener('mousedown', (event) => tell(event, 'mouseDown', mouse(event)), true);
  window.addEventListener('mouseup', (event) => tell(event, 'mouseUp', mouse(event)), true);
  window.addEventListener('keydown', (event) => tell(event, 'rawKeyDown', key(event)), true);
  window.addEventListener('keyup', (event) => tell(event, 'keyUp', key(event)), true);
}

const buttons = ['left', 'middle', 'right'];

function mouse(event: MouseEvent): object {
  return {
    x: event.clientX,
    y: event.clientY,
    button: buttons[event.button] ?? 'left',
    modifiers: modifiersOf(event),
  };
}

function key(event: KeyboardEvent): object {
  return {
    key: event.key,
    code: event.code,
    isAutoRepeat: event.repeat,
    isComposing: event.isComposing,
    shift: event.shiftKey,
    control: event.ctrlKey,
    alt: event.altKey,
    meta: event.metaKey,
    location: event.location,
    modifiers: modifiersOf(event),
  };
}

function modifiersOf(event: MouseEvent | KeyboardEvent): string[] {
  const held = { shift: event.shiftKey, control: event.ctrlKey, alt: event.altKey, meta: event.metaKey };
  return Object.entries(held).flatMap(([name, isHeld]) => (isHeld ? [name] : []));
}
