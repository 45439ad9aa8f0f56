import { promises as fs } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAlive, openSandbox, waitFor, type Sandbox } from '../support/sandbox.ts';

const rows = z.array(z.looseObject({ name: z.string(), process: z.string() }));

describe('agents that cannot start, and names that are not what they seem', () => {
  let box: Sandbox;
  let dir: string;
  const persona = (name: string, lines: readonly string[]) =>
    fs.writeFile(
      path.join(dir, '.cotal', 'agents', `${name}.md`),
      ['---', ...lines, '---', 'text', ''].join('\n'),
    );
  const refused = async (args: readonly string[], words: RegExp, env?: Record<string, string>) => {
    const run = await box.cotal(dir, args, env);
    expect(run.code).toBeGreaterThan(0);
    expect(run.stderr).toMatch(words);
    expect(run.stderr).not.toMatch(/\n\s+at /);
  };
  beforeAll(async () => {
    box = await openSandbox();
    dir = await box.folder('work');
    await box.cotal(dir, ['up', '--detach']);
  });
  afterAll(() => box.dispose());

  it('an unknown persona names the known ones', () =>
    refused(['spawn', 'nobody', '--detach'], /no persona called "nobody".*default, demo, shell/s));
  it('an unknown connector names the known ones', () =>
    refused(['spawn', 'demo', '--agent', 'emacs', '--detach'], /no connector called "emacs".*demo, shell/s));
  it('a folder that is not there', () =>
    refused(['spawn', 'demo', '--cwd', '/nowhere/at/all', '--detach'], /nowhere\/at\/all/));
  it.each(['a/b', 'a b', '../x', 'a.b', '', '*', 'x'.repeat(65), 'ä', 'a\u202Eb'])(
    'a role "%s" that sanitizing would change',
    (role) => refused(['spawn', 'demo', '--role', role, '--detach'], /role/),
  );
  it.each(['a/b', 'a b', 'x..y', 'x.', '>', 'team.*', '$JS', 'ä'])('a channel "%s" to post to', (channel) =>
    refused(['send', 'msg', channel, 'text'], /channel|pattern/),
  );
  it.each(['a/b', '\u202Eevil', ' edge', 'new\nline', 'x'.repeat(65)])('an agent called "%s"', (name) =>
    refused(['spawn', 'demo', '--name', name, '--detach'], /name/),
  );
  it('a persona that does not parse says its line', async () => {
    await persona('broken', ['name: broken', 'this is no field']);
    await refused(['spawn', 'broken', '--detach'], /line 3/);
  });
  it('a persona that subscribes outside its read ACL', async () => {
    await persona('wide', ['name: wide', 'agent: demo', 'subscribe: [secret]', 'allowSubscribe: [general]']);
    await refused(['spawn', 'wide', '--detach'], /allowSubscribe/);
  });
  it('a child that dies at once is a failure with its last words, and leaves nothing', async () => {
    // A shell whose SHELL ends at once; the agent joins, then its shell is gone.
    const script = path.join(dir, 'dies.sh');
    await fs.writeFile(script, '#!/bin/sh\necho the reason it died\nexit 7\n', { mode: 0o755 });
    await persona('dies', ['name: dies', 'agent: shell']);
    const before = await fs.readdir(path.join(dir, '.cotal', 'creds', 'managed')).catch(() => []);
    // The host keeps the environment it was started with: this takes a new one.
    const host = await box.hostPid();
    await box.cotal(dir, ['down']);
    await waitFor(() => !isAlive(host), 5000);
    await box.cotal(dir, ['up', '--detach'], { SHELL: script });
    const run = await box.cotal(dir, ['spawn', 'dies', '--detach']);
    if (run.code === 0) {
      // It was present for a moment: then its end is shown, with the exit code.
      await waitFor(async () => /offline.*exit code 7/.test((await box.cotal(dir, ['ps'])).stdout), 5000);
      await box.cotal(dir, ['stop', 'dies']);
    } else expect(run.stderr).toMatch(/exit code 7.*the reason it died/s);
    expect(await box.facts(rows, dir, ['ps'])).toEqual([]);
    expect(await fs.readdir(path.join(dir, '.cotal', 'creds', 'managed')).catch(() => [])).toHaveLength(
      before.length,
    );
  });
  it('a name that is taken is refused when it was asked for, and numbered when it was not', async () => {
    expect((await box.cotal(dir, ['spawn', 'demo', '--detach'])).code).toBe(0);
    await refused(['spawn', 'demo', '--name', 'demo', '--detach'], /running already/);
    expect((await box.cotal(dir, ['spawn', 'demo', '--detach'])).code).toBe(0);
    expect((await box.facts(rows, dir, ['ps'])).map((r) => r.name).toSorted()).toEqual(['demo', 'demo-2']);
  });
  it('two agents of one name at the same moment are two names', async () => {
    await Promise.all([1, 2, 3].map(() => box.cotal(dir, ['spawn', 'shell', '--detach'])));
    const names = (await box.facts(rows, dir, ['ps']))
      .map((r) => r.name)
      .filter((n) => n.startsWith('shell'));
    expect(names.toSorted()).toEqual(['shell', 'shell-2', 'shell-3']);
  });
  it('an agent session may not do what is the owner’s', async () => {
    const env = { COTAL_ID: `U${'A'.repeat(55)}`, COTAL_NAME: 'x' };
    const run = await box.cotal(dir, ['down'], env);
    expect(run.code).toBe(4);
    expect(run.stderr).toContain('owner');
    expect((await box.cotal(dir, ['spawn', 'demo', '--detach'], env)).code).toBeGreaterThan(0);
  });
});
