import { fromChromium, originOf } from './addresses.ts';
import type { Protocol } from './cdp.ts';
import { isolatedWorldName } from './page/messages.ts';
import { strict } from './strict.ts';

/** A frame of a page, as Chromium reports it. */
interface FrameState {
  id: string;
  readonly number: number;
  readonly parent: FrameState | null;
  name: string;
  /** Empty until the frame has loaded something. */
  url: string;
  detached: boolean;
  readonly face: WebFrameMain;
}

/** Electron's `WebFrameMain`: what an event's `senderFrame` is. */
class WebFrameMain {
  readonly #state: () => FrameState;

  constructor(state: () => FrameState) {
    this.#state = state;
    strict('WebFrameMain', this);
  }

  get url(): string {
    return this.#state().url;
  }

  get origin(): string {
    return originOf(this.#state().url);
  }

  get name(): string {
    return this.#state().name;
  }

  get parent(): WebFrameMain | null {
    return this.#state().parent?.face ?? null;
  }

  get top(): WebFrameMain | null {
    let state = this.#state();
    while (state.parent) state = state.parent;
    return state.face;
  }

  get routingId(): number {
    return this.#state().number;
  }

  get frameTreeNodeId(): number {
    return this.#state().number;
  }

  get processId(): number {
    return 1;
  }

  get detached(): boolean {
    return this.#state().detached;
  }

  isDestroyed(): boolean {
    return this.#state().detached;
  }
}

export type { WebFrameMain };

let lastNumber = 0;

function makeFrame(id: string, parent: FrameState | null): FrameState {
  lastNumber += 1;
  const state: FrameState = {
    id,
    number: lastNumber,
    parent,
    name: '',
    url: '',
    detached: false,
    face: new WebFrameMain(() => state),
  };
  return state;
}

/** The frames of one page, and the isolated worlds where their preloads run. */
export class FrameTree {
  readonly #main = makeFrame('', null);
  readonly #frames = new Map<string, FrameState>();
  /** From the number of an isolated world to its frame. */
  readonly #worlds = new Map<number, FrameState>();

  get main(): WebFrameMain {
    return this.#main.face;
  }

  get mainUrl(): string {
    return this.#main.url;
  }

  /** The isolated world of the document that the page shows now. */
  get mainWorld(): number | undefined {
    return [...this.#worlds].find(([, frame]) => frame === this.#main)?.[0];
  }

  /** Says which frame is the page's own; events name it by this id. */
  begin(mainId: string): void {
    this.#main.id = mainId;
    this.#frames.set(mainId, this.#main);
  }

  isMain(id: string): boolean {
    return id === this.#main.id;
  }

  find(id: string): WebFrameMain | null {
    return this.#frames.get(id)?.face ?? null;
  }

  /** The frame of a world, or null where that document is gone. */
  inWorld(world: number): WebFrameMain | null {
    return this.#worlds.get(world)?.face ?? null;
  }

  attached(id: string, parentId: string): void {
    const parent = this.#frames.get(parentId);
    if (parent) this.#frames.set(id, makeFrame(id, parent));
  }

  detached(id: string): void {
    const frame = this.#frames.get(id);
    if (!frame || frame === this.#main) return;
    frame.detached = true;
    this.#frames.delete(id);
  }

  navigated({ id, name, url, urlFragment }: Protocol.Page.Frame): void {
    const frame = this.#frames.get(id);
    if (!frame) return;
    frame.url = fromChromium(url + (urlFragment ?? ''));
    frame.name = name ?? '';
  }

  movedWithin(id: string, url: string): void {
    const frame = this.#frames.get(id);
    if (frame) frame.url = fromChromium(url);
  }

  worldCreated(context: Protocol.Runtime.ExecutionContextDescription): void {
    const about = context.auxData as { frameId?: string; type?: string } | undefined;
    const frame = this.#frames.get(about?.frameId ?? '');
    if (frame && context.name === isolatedWorldName && about?.type === 'isolated')
      this.#worlds.set(context.id, frame);
  }

  worldDestroyed(world: number): void {
    this.#worlds.delete(world);
  }

  allWorldsDestroyed(): void {
    this.#worlds.clear();
  }

  /** The page is gone, and all its frames with it. */
  end(): void {
    this.#worlds.clear();
    for (const frame of this.#frames.values()) frame.detached = true;
  }
}
