import { spawn } from 'node:child_process';
import { browserCommands, type BrowserCommand } from './browsers.platform.ts';

/** How long a starter like xdg-open gets to say that it failed; a browser that stays is taken as a success. */
const SETTLE_MS = 2500;

/** Shows a page file in the person's browser. Returns whether a program took it. */
export async function openInBrowser(
  pageFile: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  for (const command of browserCommands(pageFile, platform, env)) {
    if (await start(command, env)) return true;
  }
  return false;
}

function start({ file, args }: BrowserCommand, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], { detached: true, stdio: 'ignore', env: plainEnvironment(env) });
    const timer = setTimeout(() => resolve(true), SETTLE_MS);
    const settle = (good: boolean): void => {
      clearTimeout(timer);
      resolve(good);
    };
    child.on('error', () => settle(false));
    child.on('exit', (code) => settle(code === 0));
    child.unref();
  });
}

/** The person's environment without what would change how Node or Electron programs run. */
function plainEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([key]) => !/^(NODE_|ELECTRON_|npm_)/i.test(key)));
}
