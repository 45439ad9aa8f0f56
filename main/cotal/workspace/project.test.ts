import { execFileSync, spawnSync } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultSpace, findRoot, prepareProject, projectPaths, trackedByGit } from './project.ts';

let dir: string;
beforeEach(async () => {
  dir = await fs.realpath(await fs.mkdtemp(path.join(tmpdir(), 'cotal-project-')));
});
afterEach(() => fs.rm(dir, { recursive: true }));

const make = async (...names: readonly string[]): Promise<string> => {
  const made = path.join(dir, ...names);
  await fs.mkdir(made, { recursive: true });
  return made;
};

describe('the root of a folder', () => {
  test('is the nearest one upwards that has a .cotal folder', async () => {
    const deep = await make('outer', 'inner', 'src', 'deep');
    await make('outer', '.cotal');
    expect(await findRoot(deep, path.join(dir, 'home'))).toBe(path.join(dir, 'outer'));
    await make('outer', 'inner', '.cotal');
    expect(await findRoot(deep, path.join(dir, 'home'))).toBe(path.join(dir, 'outer', 'inner'));
    expect(await findRoot(path.join(dir, 'outer'), path.join(dir, 'home'))).toBe(path.join(dir, 'outer'));
  });

  test('is not the person’s folder because the machine home lies in it', async () => {
    const home = await make('.cotal');
    const project = await make('project');
    expect(await findRoot(project, home)).not.toBe(dir);
    await make('project', '.cotal');
    expect(await findRoot(project, `${home}${path.sep}`)).toBe(project);
  });

  test('is not made by a file called .cotal', async () => {
    const project = await make('project');
    await fs.writeFile(path.join(project, '.cotal'), '');
    expect(await findRoot(project, path.join(dir, 'home'))).not.toBe(project);
  });

  test.runIf(process.platform !== 'win32')('is the same through a link', async () => {
    const project = await make('project');
    await make('project', '.cotal');
    await fs.symlink(project, path.join(dir, 'link'));
    expect(await findRoot(path.join(dir, 'link'), path.join(dir, 'home'))).toBe(project);
  });
});

test('a folder’s space is its name, made a token', () => {
  const named = ['/srv/my project', '/srv/app.web', '/', '/srv/日本', `/srv/${'x'.repeat(100)}`].map(
    defaultSpace,
  );
  expect(named).toEqual(['my_project', 'app_web', 'main', '__', 'x'.repeat(64)]);
});

describe('preparing a project', () => {
  test('makes its folder, private and ignored by git, once', async () => {
    const paths = await prepareProject(dir);
    const ignore = path.join(paths.dotCotal, '.gitignore');
    expect(await fs.readFile(ignore, 'utf8')).toBe('*\n');
    expect((await fs.stat(paths.agents)).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect((await fs.stat(paths.dotCotal)).mode & 0o777).toBe(0o700);
    await fs.writeFile(ignore, '# mine\n');
    await prepareProject(dir);
    expect(await fs.readFile(ignore, 'utf8')).toBe('# mine\n');
  });

  test('is refused where there is no folder, and nothing is made', async () => {
    const absent = path.join(dir, 'absent');
    await expect(prepareProject(absent)).rejects.toMatchObject({ name: 'Fault', code: 'no-such-folder' });
    const file = path.join(dir, 'file');
    await fs.writeFile(file, '');
    await expect(prepareProject(file)).rejects.toMatchObject({ code: 'no-such-folder' });
    expect(await fs.readdir(dir)).toEqual(['file']);
  });

  test('is explained where a file stands in its place', async () => {
    await fs.writeFile(path.join(dir, '.cotal'), 'mine');
    await expect(prepareProject(dir)).rejects.toMatchObject({ code: 'cannot-make-folder' });
    expect(await fs.readFile(path.join(dir, '.cotal'), 'utf8')).toBe('mine');
  });

  test('is refused in a folder that cannot be written', async (ctx) => {
    if (process.platform === 'win32')
      ctx.skip('Windows has no permission bits; a machine with a POSIX system runs it');
    if (process.getuid?.() === 0) ctx.skip('root passes permission bits; any other user runs it');
    await fs.chmod(dir, 0o500);
    try {
      await expect(prepareProject(dir)).rejects.toMatchObject({ code: 'folder-read-only' });
    } finally {
      await fs.chmod(dir, 0o700);
    }
  });
});

const hasGit = spawnSync('git', ['--version']).status === 0;

describe('what git tracks below .cotal', () => {
  test('is nothing outside a repository', async () => {
    expect(await trackedByGit(projectPaths(dir))).toEqual([]);
    expect(await trackedByGit(projectPaths(path.join(dir, 'absent')))).toEqual([]);
  });

  test.runIf(hasGit)('is named by path, with odd names whole', async () => {
    const git = (...args: readonly string[]): unknown =>
      execFileSync('git', ['-C', dir, ...args], { stdio: 'pipe' });
    git('init', '-q');
    const paths = await prepareProject(dir);
    await fs.writeFile(path.join(paths.agents, 'ada é.md'), '');
    expect(await trackedByGit(paths)).toEqual([]);
    git('add', '-f', '.cotal/agents');
    expect(await trackedByGit(paths)).toEqual(['.cotal/agents/ada é.md']);
  });
});
