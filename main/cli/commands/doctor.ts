import type { Check } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { chooseMesh, type Context, type MeshChoice } from '../context.ts';
import { bold, dim, EXIT, green, red, yellow } from '../output.ts';

const MARK: Record<Check['state'], string> = {
  ok: green('✓'),
  warn: yellow('!'),
  fail: red('✗'),
  unknown: dim('?'),
};

/** `cotal doctor`: looks at everything a mesh needs, with a remedy for what is wrong; exits 1 when something fails. */
export async function doctor(ctx: Context, choice: MeshChoice): Promise<void> {
  // Without a mesh that is up, the machine is still worth looking at.
  const named = choice.space !== undefined || choice.server !== undefined;
  const mesh = await chooseMesh(ctx, choice).catch((error: unknown) => {
    if (named) throw error;
    return undefined;
  });
  const host = await ctx.host();
  try {
    const { checks } = await host.call('doctor.run', { mesh: mesh?.id ?? null });
    ctx.out.facts({ mesh: mesh?.space ?? null, checks }, () =>
      checks
        .flatMap((c) => [
          `${MARK[c.state]} ${bold(c.title)}  ${visibleLine(c.detail)}`,
          ...(c.remedy === null || c.state === 'ok' ? [] : [`  ${dim('→')} ${visibleLine(c.remedy)}`]),
        ])
        .join('\n'),
    );
    if (checks.some((c) => c.state === 'fail')) process.exitCode = EXIT.failure;
  } finally {
    host.close();
  }
}
