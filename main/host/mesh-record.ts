import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Fault } from '../../shared/base/refusal.ts';
import type { MeshId, SpaceName } from '../../shared/base/ids.ts';
import { parseSpaceName } from '../../shared/cotal/names.ts';
import type { MethodInput } from '../../shared/api/contract.ts';
import { ensurePrivateDir, exists, readJson, writeJson } from '../cotal/workspace/files.ts';
import { meshIdOf, meshPaths, type MeshPaths } from '../cotal/workspace/home.ts';
import { defaultSpace } from '../cotal/workspace/project.ts';

/** What is fixed for a mesh at its first bring-up and kept: agents hold its address. */
const recordSchema = z.object({
  space: z.string(),
  root: z.string(),
  mode: z.enum(['auth', 'open']),
  host: z.string(),
  port: z.number().int().nullable(),
  portIsExplicit: z.boolean(),
  storeDir: z.string(),
  serverName: z.string(),
  budgetBytes: z.number().int(),
  /** All streams were made once: one that is missing later is damaged, not new. */
  complete: z.boolean(),
});
export type MeshRecord = z.infer<typeof recordSchema>;

export interface MeshPlace {
  readonly id: MeshId;
  readonly paths: MeshPaths;
  readonly record: MeshRecord;
  readonly space: SpaceName;
  save(change: Partial<MeshRecord>): Promise<void>;
}

const GIB = 1024 ** 3;
const MAX_BUDGET = 8 * GIB;
const MIN_BUDGET = 64 * 1024 ** 2;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|::1)$/;

type Up = MethodInput<'mesh.up'>;

/** Opens the record of the mesh at a root, made from the flags at the first time and checked against them later. */
export async function openMeshRecord(home: string, up: Up): Promise<MeshPlace> {
  const root = await fs.realpath(up.root).catch(() => up.root);
  const id = meshIdOf(root);
  const paths = meshPaths(home, id);
  const stored = await readJson(
    paths.record,
    recordSchema,
    `Move ${paths.record} away; the mesh is then made anew.`,
  );
  const server = up.server === null ? undefined : parseServer(up.server);
  const host = up.host ?? server?.host ?? stored?.host ?? '127.0.0.1';
  const mode = up.open ? 'open' : (stored?.mode ?? 'auth');
  if (mode === 'open' && !LOOPBACK.test(host) && !up.acceptUnauthenticated) {
    throw new Fault('open-on-network', `An open mesh is not put on ${host}.`, {
      why: 'Without credentials, everybody who reaches this address can read and write everything.',
      remedy: 'Leave --open out, or say --yes-unauthenticated if that is what you want.',
    });
  }
  if (stored !== undefined && stored.mode !== mode) {
    throw new Fault(
      'mode-differs',
      `This mesh was made ${stored.mode === 'auth' ? 'with credentials' : 'open'}.`,
      {
        why: `Its store in ${stored.storeDir} belongs to that mode.`,
        remedy:
          stored.mode === 'auth'
            ? 'Leave --open out, or use another folder.'
            : 'Use --open again, or another folder.',
      },
    );
  }
  if (stored !== undefined && up.space !== null && up.space !== stored.space) {
    throw new Fault('space-differs', `The mesh in this folder is called "${stored.space}".`, {
      why: 'A folder has one space.',
      remedy: `Use --space ${stored.space}, or another folder.`,
    });
  }
  const named = parseSpaceName(stored?.space ?? up.space ?? defaultSpace(root));
  if (!named.ok)
    throw new Fault('bad-space', 'The space cannot have that name.', {
      why: named.error.sentence,
      remedy: 'Choose another --space.',
    });
  const storeDir =
    up.storeDir === null ? (stored?.storeDir ?? path.join(paths.dir, 'store')) : path.resolve(up.storeDir);
  let record: MeshRecord = {
    space: named.value,
    root,
    mode,
    host,
    port: server?.port ?? stored?.port ?? null,
    portIsExplicit: server !== undefined || (stored?.portIsExplicit ?? false),
    storeDir,
    serverName: stored?.serverName ?? `cotal-${id}-${randomBytes(8).toString('hex')}`,
    budgetBytes: stored?.budgetBytes ?? (await budgetFor(storeDir)),
    complete: stored?.complete === true && storeDir === stored.storeDir,
  };
  await ensurePrivateDir(paths.dir);
  const save = async (change: Partial<MeshRecord>): Promise<void> => {
    record = { ...record, ...change };
    await writeJson(paths.record, record);
  };
  await save({});
  return {
    id,
    paths,
    space: named.value,
    get record() {
      return record;
    },
    save,
  };
}

/** The record of a mesh by its id, for taking it up again. */
export async function readMeshRecord(home: string, id: MeshId): Promise<MeshRecord | undefined> {
  return readJson(meshPaths(home, id).record, recordSchema, 'The mesh has to be brought up by hand.');
}

function parseServer(raw: string): { host: string; port: number } {
  const match = /^(?:nats:\/\/)?(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?\/?$/.exec(raw);
  const port = Number(match?.[2] ?? 4222);
  if (match?.[1] === undefined || port < 1 || port > 65_535) {
    throw new Fault('bad-server', `"${raw.slice(0, 100)}" is not a listen address.`, {
      why: 'It has to look like nats://127.0.0.1:4222.',
      remedy: 'Correct --server.',
    });
  }
  return { host: match[1].replace(/^\[|\]$/g, ''), port };
}

/** Half of what is free, at most 8 GiB, so that a full stream is a clean error long before the disk is full. */
async function budgetFor(storeDir: string): Promise<number> {
  let dir = storeDir;
  while (!(await exists(dir)) && path.dirname(dir) !== dir) dir = path.dirname(dir);
  const { bavail, bsize } = await fs.statfs(dir);
  const half = Math.floor((bavail * bsize) / 2);
  if (half < MIN_BUDGET) {
    throw new Fault('disk-full', 'There is not enough free disk space for a mesh.', {
      why: `${Math.floor((half * 2) / 1024 ** 2)} MiB are free in ${dir}.`,
      remedy: 'Free at least 128 MiB, or choose another --store-dir.',
    });
  }
  return Math.min(half, MAX_BUDGET);
}
