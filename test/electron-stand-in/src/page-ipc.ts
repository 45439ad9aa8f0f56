import { fromChromium } from './addresses.ts';
import { fromWire, toWire, type Wire } from './clone.ts';
import { PreventableEvent } from './events.ts';
import type { FrameTree, WebFrameMain } from './frames.ts';
import { emitInput } from './input-events.ts';
import { invokeHandler, ipcMain } from './ipc-main.ts';
import { type MessagePortMain, PortTable } from './message-ports.ts';
import type { PageLink } from './page-link.ts';
import { receiverName, type FromPage, type ToPage } from './page/messages.ts';
import { strict } from './strict.ts';
import type { WebContents } from './web-contents.ts';

/** The conversation between the main process and the preload of one page. */
export class PageIpc {
  readonly #contents: WebContents;
  readonly #link: PageLink;
  readonly #frames: FrameTree;
  readonly #preload: string | undefined;
  readonly #onTitle: (title: string) => void;
  readonly #ports: PortTable;

  constructor(
    contents: WebContents,
    page: { readonly link: PageLink; readonly frames: FrameTree; readonly preload: string | undefined },
    onTitle: (title: string) => void,
  ) {
    this.#contents = contents;
    this.#link = page.link;
    this.#frames = page.frames;
    this.#preload = page.preload;
    this.#onTitle = onTitle;
    this.#ports = new PortTable({
      sendMessage: (port, value) => this.#tell({ kind: 'port-message', port, value }),
      sendClose: (port) => this.#tell({ kind: 'port-close', port }),
    });
  }

  send(channel: string, args: readonly unknown[]): void {
    this.#tell({ kind: 'event', channel, args: toWire(args), ports: [] });
  }

  postMessage(channel: string, message: unknown, transfer: readonly MessagePortMain[]): void {
    const sent = transfer.map((port) => this.#ports.sendPort(port));
    const ports = sent.map(({ number }) => number);
    this.#tell({ kind: 'event', channel, args: toWire([message]), ports });
    for (const { flush } of sent) flush();
  }

  /** The document is gone, and so are the ports that led there. */
  documentsGone(): void {
    this.#ports.allClosed();
  }

  /** Takes what the preload says. @param world the isolated world that it runs in */
  hear(world: number, message: FromPage): void {
    switch (message.kind) {
      case 'invoke':
        void this.#answer(world, message.id, message.channel, message.args);
        return;
      case 'send':
        ipcMain.emit(message.channel, this.#event(world), ...(fromWire(message.args) as unknown[]));
        return;
      case 'post': {
        const ports = message.ports.map((port) => this.#ports.receivePort(port));
        ipcMain.emit(message.channel, this.#event(world, ports), fromWire(message.message));
        return;
      }
      case 'port-message':
        this.#ports.message(message.port, message.value);
        return;
      case 'port-close':
        this.#ports.closed(message.port);
        return;
      case 'preload-error':
        this.#contents.emit('preload-error', {}, this.#preload, fromWire(message.error));
        return;
      case 'title':
        this.#onTitle(message.title);
        return;
      case 'input':
        emitInput(this.#contents, fromWire(message.input) as { readonly type: string });
        return;
      case 'context-menu': {
        const params = fromWire(message.params) as { linkURL: string; pageURL: string };
        const urls = { linkURL: fromChromium(params.linkURL), pageURL: fromChromium(params.pageURL) };
        const frame = this.#frames.main;
        this.#contents.emit('context-menu', new PreventableEvent(), { ...params, ...urls, frame });
      }
    }
  }

  /** What is said before there is a document, or after, reaches nobody, as in Electron. */
  #tell(message: ToPage, world = this.#frames.mainWorld): void {
    if (world === undefined) return;
    this.#link.tell('Runtime.callFunctionOn', {
      executionContextId: world,
      functionDeclaration: `(text) => ${receiverName}(text)`,
      arguments: [{ value: JSON.stringify(message) }],
    });
  }

  async #answer(world: number, id: number, channel: string, args: Wire): Promise<void> {
    try {
      const value = await invokeHandler(channel, this.#event(world), fromWire(args) as unknown[]);
      this.#tell({ kind: 'answer', id, value: toWire(value) }, world);
    } catch (error) {
      const message = `Error invoking remote method '${channel}': ${String(error)}`;
      this.#tell({ kind: 'refusal', id, message }, world);
    }
  }

  /** The first argument of what `ipcMain` calls. `senderFrame` is null once that document is gone. */
  #event(world: number, ports: MessagePortMain[] = []): object {
    const frames = this.#frames;
    const { routingId: frameId, processId } = frames.main;
    return strict('the event', {
      type: 'frame',
      sender: this.#contents,
      frameId,
      processId,
      ports,
      get senderFrame(): WebFrameMain | null {
        return frames.inWorld(world);
      },
      reply: (channel: string, ...args: unknown[]): void => this.send(channel, args),
    });
  }
}
