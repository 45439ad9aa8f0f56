import childProcess from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import Module, { createRequire, register, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, allSwitches } from './app.ts';
import { explainMissingChromium, startChromium } from './chromium.ts';
import { parseCommandLine } from './command-line.ts';
import { lifecycle } from './lifecycle.ts';
import { makeProfile, removeProfile } from './profile.ts';
import { beforeTheEnd, quit } from './quit.ts';
import { getStart, setStart } from './start.ts';
import { watchTargets } from './targets.ts';

/** The version whose types this stands in for. */
const electronVersion = '45.5.0';
/** How long the app's first module may take before the app is ready all the same. */
const moduleMs = 2_000;

/** Starts an app as `electron` does. @param executable what the process is to call itself */
export function launch(executable: string, args: readonly string[], folder: string): void {
  const commandLine = parseCommandLine(args);
  if (commandLine.switches.has('version')) {
    process.stdout.write(`v${electronVersion}-stand-in\n`);
    return;
  }
  const found = findApp(path.resolve(commandLine.app === '' ? '.' : commandLine.app));
  setStart({ ...found, commandLine, folder, node: process.execPath });
  openInspector(commandLine.switches);
  disguise(executable, args);
  resolveElectron(path.join(folder, 'electron.cjs'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) quitOn(signal);
  const require = createRequire(path.join(found.appFolder, 'package.json'));
  for (const module of commandLine.required) require(module);
  void run(found.main);
}

/** As in Electron, an app that listens itself takes the signal over. */
function quitOn(signal: NodeJS.Signals): void {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) quit(app);
  });
}

/** Loads the app, and then Chromium: what the app sets at first, as its folder for data, counts already. */
async function run(main: string): Promise<void> {
  try {
    lifecycle.loading = true;
    await Promise.race([load(main), lifecycle.isAwaited, sleep(moduleMs)]);
    if (lifecycle.ending || lifecycle.quitting) return;
    await startBrowser();
  } catch (error) {
    console.error('The app could not be started:', error);
    process.exit(1);
  }
}

async function load(main: string): Promise<void> {
  if (isModule(main)) await import(pathToFileURL(main).href);
  // As the program that was started: `require.main` is the app's module.
  else
    (Module as unknown as { _load(file: string, parent: null, isMain: boolean): void })._load(
      main,
      null,
      true,
    );
}

async function startBrowser(): Promise<void> {
  const missing = explainMissingChromium();
  if (missing !== undefined) throw new Error(missing);
  const profile = makeProfile(app.getPath('userData'));
  const chromium = startChromium(profile, allSwitches());
  lifecycle.chromium = chromium;
  beforeTheEnd(() => {
    chromium.kill();
    removeProfile(profile);
  });
  void chromium.ended.then(() => {
    if (lifecycle.ending) return;
    console.error('Chromium has ended by itself, and so does the app');
    process.exit(1);
  });
  await watchTargets(chromium.cdp);
  if (lifecycle.ending) return;
  lifecycle.ready = true;
  app.emit('will-finish-launching');
  app.emit('ready', {}, {});
  lifecycle.becomeReady();
}

interface FoundApp {
  readonly main: string;
  readonly appFolder: string;
  readonly name: string;
  readonly version: string;
}

/** As Electron: only a folder has a package.json that counts. */
function findApp(place: string): FoundApp {
  const packageFile = path.join(place, 'package.json');
  if (!existsSync(packageFile)) {
    if (!existsSync(place)) {
      console.error(`Unable to find Electron app at ${place}`);
      process.exit(1);
    }
    const main = createRequire(place).resolve(place);
    return { main, appFolder: path.dirname(main), name: 'Electron', version: electronVersion };
  }
  const about = JSON.parse(readFileSync(packageFile, 'utf8')) as Record<string, string | undefined>;
  const main = path.resolve(place, about['main'] ?? 'index.js');
  const name = about['productName'] ?? about['name'] ?? 'Electron';
  return { main, appFolder: place, name, version: about['version'] ?? electronVersion };
}

function isModule(file: string): boolean {
  if (/\.[mc]js$/.test(file)) return file.endsWith('.mjs');
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const packageFile = path.join(folder, 'package.json');
    if (existsSync(packageFile))
      return (JSON.parse(readFileSync(packageFile, 'utf8')) as { type?: string }).type === 'module';
  }
  return false;
}

/** Playwright speaks with the main process here: it waits for the line that Node prints. */
function openInspector(switches: ReadonlyMap<string, string>): void {
  const asked = switches.get('inspect') ?? switches.get('inspect-brk');
  if (asked === undefined) return;
  const port = Number(asked.split(':').at(-1) ?? '');
  inspector.open(asked === '' ? 9229 : port, '127.0.0.1', switches.has('inspect-brk'));
}

/** Makes this process look as the main process of Electron does. */
function disguise(executable: string, args: readonly string[]): void {
  process.argv = [executable, ...args];
  process.execPath = executable;
  Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: getStart().folder });
  const versions = { electron: electronVersion, chrome: '156.0.0.0' };
  Object.defineProperty(process, 'versions', { value: Object.freeze({ ...process.versions, ...versions }) });
  // Our packages switch the fuse RunAsNode off, and with it this.
  childProcess.fork = () => {
    throw new Error('child_process.fork does not work in a packaged app: use utilityProcess.fork');
  };
  syncBuiltinESMExports();
}

/** Lets `electron` mean the stand-in, for `require` and for `import`. */
function resolveElectron(file: string): void {
  const names = ['electron', 'electron/main', 'electron/common'];
  const loader = Module as unknown as { _resolveFilename(name: string, ...rest: unknown[]): string };
  const original = loader._resolveFilename;
  loader._resolveFilename = function (name, ...rest) {
    return names.includes(name) ? file : Reflect.apply(original, this, [name, ...rest]);
  };
  const hook = `export function resolve(name, context, next) {
    const ours = ${JSON.stringify(names)}.includes(name);
    return ours ? { url: ${JSON.stringify(pathToFileURL(file).href)}, shortCircuit: true } : next(name, context);
  }`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
