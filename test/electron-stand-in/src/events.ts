/** The first argument of Electron's events: a listener may refuse what is about to happen. */
export class PreventableEvent {
  defaultPrevented = false;

  constructor(details: object = {}) {
    Object.assign(this, details);
  }

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** Tells the listeners and says whether one of them refused. */
export function isPrevented(
  emitter: NodeJS.EventEmitter,
  name: string,
  details: object = {},
  ...args: unknown[]
): boolean {
  const event = new PreventableEvent(details);
  emitter.emit(name, event, ...args);
  return event.defaultPrevented;
}
