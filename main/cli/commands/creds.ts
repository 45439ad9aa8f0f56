import path from 'node:path';
import { Fault } from '../../../shared/base/refusal.ts';
import { toRfc3339 } from '../../../shared/base/time.ts';
import { exists, writeFileAtomic } from '../../cotal/workspace/files.ts';
import { projectPaths } from '../../cotal/workspace/project.ts';
import { openMesh, type Context, type MeshChoice } from '../context.ts';
import { bold, dim } from '../output.ts';

export interface MintOptions extends MeshChoice {
  readonly profile?: string;
  readonly role?: string;
  readonly subscribe?: string[];
  readonly allowSubscribe?: string[];
  readonly allowPublish?: string[];
  readonly provision?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

const PROFILES = ['agent', 'observer', 'admin'] as const;

/** `cotal mint`: a credential for somebody outside; with `--provision` the file alone serves a foreign client. */
export async function mint(ctx: Context, name: string, o: MintOptions): Promise<void> {
  const profile = PROFILES.find((p) => p === (o.profile ?? 'agent'));
  if (profile === undefined)
    throw new Fault('usage', `There is no profile "${o.profile ?? ''}".`, {
      why: `There are: ${PROFILES.join(', ')}.`,
      remedy: 'Correct --profile.',
    });
  const { host, mesh } = await openMesh(ctx, o);
  const file =
    o.out === undefined
      ? path.join(projectPaths(mesh.root).dotCotal, 'creds', `${name}.creds`)
      : path.resolve(ctx.cwd, o.out);
  if (o.force !== true && (await exists(file))) {
    throw new Fault('file-exists', 'Nothing was minted.', {
      why: `${file} is there already, and it may be in use.`,
      remedy: 'Choose another --out, or say --force.',
    });
  }
  if (o.out !== undefined && !(await exists(path.dirname(file)))) {
    throw new Fault('no-such-folder', 'Nothing was minted.', {
      why: `${path.dirname(file)} is not there.`,
      remedy: 'Correct --out, or make the folder.',
    });
  }
  const minted = await host.call('creds.mint', {
    mesh: mesh.id,
    name,
    profile,
    role: o.role ?? null,
    subscribe: o.subscribe ?? null,
    allowSubscribe: o.allowSubscribe ?? null,
    allowPublish: o.allowPublish ?? null,
    provision: o.provision === true,
  });
  host.close();
  await writeFileAtomic(file, minted.creds);
  const facts = {
    name,
    id: minted.id,
    profile,
    space: mesh.space,
    server: mesh.server,
    file,
    expiresAt: toRfc3339(minted.expiresAt),
    provisioned: o.provision === true,
  };
  ctx.out.facts(
    facts,
    () =>
      `${bold(name)} (${profile}) ${dim(minted.id)}\n${file} ${dim(`readable by you only, ends ${facts.expiresAt.slice(0, 10)}`)}`,
  );
}
