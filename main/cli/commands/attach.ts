import { StringDecoder } from 'node:string_decoder';
import { Fault } from '../../../shared/base/refusal.ts';
import type { HostClient } from '../../shell/host-client.ts';
import { openMesh, type ChosenMesh, type Context, type MeshChoice } from '../context.ts';
import { dim } from '../output.ts';

/** Modes a full-screen program may leave on: mouse, focus, paste, application keys, the alternate screen. */
const RESTORE =
  '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[?1l\x1b>\x1b[?1049l\x1b[?25h\x1b[r\x1b[0m';
const ACK_BYTES = 32 * 1024;

/** `cotal attach`: this terminal shows and drives an agent's terminal, until the detach key. */
export async function attach(ctx: Context, name: string, choice: MeshChoice): Promise<void> {
  const { host, mesh } = await openMesh(ctx, choice);
  await attachTo(ctx, host, mesh, name);
}

export async function attachTo(
  ctx: Context,
  host: HostClient,
  mesh: ChosenMesh,
  name: string,
): Promise<void> {
  const { stdin, stdout } = process;
  const interactive = stdin.isTTY === true && stdout.isTTY === true;
  const detach = detachKey(process.env['COTAL_DETACH_KEY']);
  let stream = -1;
  let unacknowledged = 0;
  let end: (why: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => (end = resolve));

  // Frames follow the answer that names the stream, so none can come before it is known.
  host.on('terminal.frame', ({ stream: of, frame }) => {
    if (stream !== -1 && of !== stream) return;
    if (frame.kind === 'exit')
      return end(`${name} ended${frame.code === null ? '' : ` with exit code ${frame.code}`}.`);
    // A person's own terminal has the size that it has.
    if (frame.kind === 'size') return;
    const data =
      frame.kind === 'screen' ? Buffer.from(`\x1bc${frame.data}`) : Buffer.from(frame.data, 'base64');
    stdout.write(data);
    unacknowledged += frame.kind === 'screen' ? data.byteLength - 2 : data.byteLength;
    if (!interactive) return end('');
    if (unacknowledged >= ACK_BYTES || frame.kind === 'screen') {
      void host.call('terminal.ack', { stream: of, bytes: unacknowledged }).catch(() => undefined);
      unacknowledged = 0;
    }
  });
  void host.closed.then((reason) => end(reason));
  const size = interactive ? { cols: stdout.columns, rows: stdout.rows } : { cols: null, rows: null };
  ({ stream } = await host.call('terminal.attach', { mesh: mesh.id, name, ...size }));

  // A long paste comes in pieces, which may end inside a character.
  const decoder = new StringDecoder('utf8');
  const onInput = (chunk: Buffer): void => {
    const at = chunk.indexOf(detach.byte);
    if (at >= 0) return end(`Detached from ${name}; it keeps running.`);
    const data = decoder.write(chunk);
    if (data === '') return;
    void host
      .call('terminal.input', { stream, data })
      .catch((error: unknown) => end(error instanceof Error ? error.message : String(error)));
  };
  const onResize = (): void =>
    void host
      .call('terminal.resize', { stream, cols: stdout.columns, rows: stdout.rows })
      .catch(() => undefined);
  if (interactive) {
    stdin.setRawMode(true);
    stdin.on('data', onInput);
    stdout.on('resize', onResize);
    ctx.out.note(dim(`Attached to ${name}. ${detach.label} detaches.`));
  }
  const why = await ended;
  if (interactive) {
    stdin.off('data', onInput);
    stdout.off('resize', onResize);
    stdin.setRawMode(false);
    stdin.pause();
    // Below what the agent drew, so that nothing of it is written over.
    stdout.write(`${RESTORE}\x1b[999;1H\r\n`);
  }
  if (why !== '') process.stderr.write(`${dim(why)}\n`);
  else stdout.write('\x1b[0m\n');
  host.close();
}

/** The detach key: `ctrl-<char>` or `^<char>`, Ctrl-] when nothing is said. */
export function detachKey(said: string | undefined): { byte: number; label: string } {
  const char =
    said === undefined || said === '' ? ']' : /^(?:ctrl-|\^)([@-_a-z])$/i.exec(said)?.[1]?.toUpperCase();
  if (char === undefined) {
    throw new Fault('usage', `COTAL_DETACH_KEY "${said ?? ''}" is not a key.`, {
      why: 'It has to look like ctrl-] or ^].',
      remedy: 'Correct it, or unset it.',
    });
  }
  return { byte: char.charCodeAt(0) & 0x1f, label: `Ctrl-${char}` };
}
