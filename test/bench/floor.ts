import { spawn } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

/** One measured thing: ours, the same work with bare parts, and how they compare. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number;
  readonly ratio: number;
  readonly n: number;
}

export function row(
  what: string,
  unit: string,
  ours: number,
  floor: number,
  n: number,
  more: 'lower' | 'higher' = 'lower',
): Row {
  const round = (x: number): number => Math.round(x * 1000) / 1000;
  return {
    what: more === 'lower' ? what : `${what} (higher is better)`,
    unit,
    ours: round(ours),
    floor: round(floor),
    ratio: round(ours / floor),
    n,
  };
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const t = performance.now();
  await work();
  return performance.now() - t;
}

export async function withTempDir<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await fs.realpath(await fs.mkdtemp(path.join(tmpdir(), 'cotal-bench-')));
  try {
    return await work(dir);
  } finally {
    await fs.rm(dir, { recursive: true, force: true });
  }
}

/** Runs a program to its end. */
export function runToEnd(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${file} ended with ${code}: ${err.slice(-500)}`)),
    );
  });
}
