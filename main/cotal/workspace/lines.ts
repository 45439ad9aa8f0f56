import type { Socket } from 'node:net';

/** Splits a byte stream into lines; one that is longer than the bound ends the connection. */
export function readLines(socket: Socket, maxBytes: number, onLine: (line: string) => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (;;) {
      const end = rest.indexOf(0x0a);
      if (end < 0) break;
      if (size + end > maxBytes) {
        socket.destroy();
        return;
      }
      parts.push(rest.subarray(0, end));
      const line = Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      rest = rest.subarray(end + 1);
      if (line !== '') onLine(line);
      if (socket.destroyed) return;
    }
    parts.push(rest);
    size += rest.byteLength;
    if (size > maxBytes) socket.destroy();
  });
}
