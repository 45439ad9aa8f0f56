import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { jetstream } from '@nats-io/jetstream';
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import { mint } from '../../main/cotal/nats/mint.ts';
import type { ChannelName, ChannelPattern } from '../../shared/base/ids.ts';
import { agentGrants } from '../../shared/cotal/profiles.ts';
import { chatReadSubject, chatSubject } from '../../shared/cotal/subjects.ts';
import { median, quantile, row, withTempDir, type Row } from './floor.ts';
import { NAMES, startBenchMesh, type BenchMesh } from './mesh.ts';

const WARM_UP = 50;
const PACED = 400;
const SERIAL = 1000;
const PIPELINED = 3000;
const IN_FLIGHT = 64;
const FILLER = 'x'.repeat(128);
const GENERAL = 'general' as ChannelName;

/** What is measured of a way to post and to receive: live latency, acknowledgement, throughput. */
interface Way {
  post(text: string): Promise<unknown>;
  /** Calls back with the text of each message received live. */
  onText(listener: (text: string) => void): void;
}

async function measure(
  way: Way,
): Promise<{ live: number[]; ack: number[]; serial: number; pipelined: number }> {
  const sentAt = new Map<string, number>();
  const live: number[] = [];
  let received = 0;
  way.onText((text) => {
    received++;
    const at = sentAt.get(text);
    if (at !== undefined) live.push(performance.now() - at);
  });
  const ack: number[] = [];
  for (let i = 0; i < WARM_UP; i++) await way.post(`warm ${i} ${FILLER}`);
  for (let i = 0; i < PACED; i++) {
    const text = `paced ${i} ${FILLER}`;
    const t = performance.now();
    sentAt.set(text, t);
    await way.post(text);
    ack.push(performance.now() - t);
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  const rate = async (total: number, inFlight: number): Promise<number> => {
    const begin = performance.now();
    const from = received;
    let next = 0;
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (next < total) await way.post(`rate ${inFlight} ${next++} ${FILLER}`);
      }),
    );
    while (received - from < total) await new Promise((resolve) => setTimeout(resolve, 1));
    return total / ((performance.now() - begin) / 1000);
  };
  return { live, ack, serial: await rate(SERIAL, 1), pipelined: await rate(PIPELINED, IN_FLIGHT) };
}

/** Our endpoints: checks, inbox on disk and all. */
async function endpoints(mesh: BenchMesh): Promise<Way> {
  const [from, to] = [await mesh.agent('from'), await mesh.agent('to')];
  return {
    post: (text) => from.send({ kind: 'channel', channel: GENERAL }, [{ kind: 'text', text }]),
    onText: (listener) =>
      void to.onItem((item) => {
        const [part] = item.message.parts;
        if (part?.kind === 'text' && typeof part['text'] === 'string') listener(part['text']);
      }),
  };
}

/** A plain client against the same broker and stream, with messages of the same size and the same grants. */
async function plain(mesh: BenchMesh): Promise<Way & { close(): Promise<void> }> {
  const channels = ['general'] as unknown as ChannelPattern[];
  const open = async () => {
    const { credentials: c } = await mint(
      mesh.trust,
      'agent',
      (id) => agentGrants(NAMES, { id, allowSubscribe: channels, allowPublish: channels, capabilities: [] }),
      { now: Date.now() },
    );
    const seed = new TextEncoder().encode(c.key.seed.reveal());
    return {
      id: c.id,
      nc: await connect({
        servers: mesh.server,
        authenticator: jwtAuthenticator(c.jwt.reveal(), seed),
        inboxPrefix: `_INBOX_${c.id}`,
      }),
    };
  };
  const [from, to] = [await open(), await open()];
  const js = jetstream(from.nc);
  const subject = chatSubject(NAMES, from.id, GENERAL);
  let n = 0;
  return {
    async post(text) {
      const id = `00000000-0000-4000-8000-${String(n++).padStart(12, '0')}`;
      const body = {
        id,
        ts: Date.now(),
        space: 'bench',
        from: { id: from.id, name: 'from' },
        channel: 'general',
        parts: [{ kind: 'text', text }],
      };
      await js.publish(subject, JSON.stringify(body), { msgID: id });
    },
    onText(listener) {
      to.nc.subscribe(chatReadSubject(NAMES, GENERAL), {
        callback: (error, m) => {
          if (error !== null) throw error;
          listener(m.json<{ parts: { text: string }[] }>().parts[0]?.text ?? '');
        },
      });
    },
    async close() {
      await from.nc.close();
      await to.nc.close();
    },
  };
}

export async function run(): Promise<{ name: string; rows: Row[] }> {
  return withTempDir(async (dir) => {
    const mesh = await startBenchMesh(dir, path.resolve('out', 'app'));
    try {
      const bare = await plain(mesh);
      const floor = await measure(bare);
      await bare.close();
      const ours = await measure(await endpoints(mesh));
      return {
        name: 'channel-latency',
        rows: [
          row('channel live p50', 'ms', median(ours.live), median(floor.live), PACED),
          row('channel live p99', 'ms', quantile(ours.live, 0.99), quantile(floor.live, 0.99), PACED),
          row('acknowledged p50', 'ms', median(ours.ack), median(floor.ack), PACED),
          row('serial posts', '1/s', ours.serial, floor.serial, SERIAL, 'higher'),
          row('64 in flight', '1/s', ours.pipelined, floor.pipelined, PIPELINED, 'higher'),
        ],
      };
    } finally {
      await mesh.stop();
    }
  });
}
