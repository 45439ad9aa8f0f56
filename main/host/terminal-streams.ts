import { Fault } from '../../shared/base/refusal.ts';
import type { Attachment, TerminalSession, ViewerFrame } from '../terminal/index.ts';
import type { Peer } from './rpc-server.ts';

/** The terminals that callers have attached to, by a number that only the caller who opened it may use. */
export interface TerminalStreams {
  open(terminal: TerminalSession, peer: Peer): number;
  /** The caller's own hold on the terminal. */
  attachment(stream: number, peer: Peer): Attachment;
  close(stream: number, peer: Peer): void;
}

export function createTerminalStreams(): TerminalStreams {
  const open = new Map<number, { peer: Peer; attachment: Attachment }>();
  let last = 0;
  const find = (stream: number, peer: Peer) => {
    const entry = open.get(stream);
    if (entry?.peer === peer) return entry;
    throw new Fault('no-stream', 'That terminal is not attached.', {
      why: 'It was detached, or its agent was removed.',
      remedy: 'Attach again.',
    });
  };
  const close = (stream: number): void => {
    open.get(stream)?.attachment.detach();
    open.delete(stream);
  };
  return {
    open(terminal, peer) {
      const stream = ++last;
      // The first frames wait for the answer that tells the caller its stream's number.
      const attachment = terminal.attach({
        send: (frame) => queueMicrotask(() => peer.send('terminal.frame', { stream, frame: toWire(frame) })),
      });
      open.set(stream, { peer, attachment });
      peer.onClose(() => close(stream));
      return stream;
    },
    attachment: (stream, peer) => find(stream, peer).attachment,
    close(stream, peer) {
      find(stream, peer);
      close(stream);
    },
  };
}

function toWire(frame: ViewerFrame) {
  switch (frame.kind) {
    case 'screen':
    case 'size':
      return frame;
    case 'output':
      return { kind: 'output' as const, data: Buffer.from(frame.data).toString('base64') };
    case 'exit':
      return { kind: 'exit' as const, code: frame.exit.code, signal: frame.exit.signal };
  }
}
