import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, ipcMain, Menu, MessageChannelMain, protocol, session, shell } from 'electron';

const here = import.meta.dirname;
const csp = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

/** What the tests look at: `app.evaluate(() => sampleSeen)`. */
const seen = {
  /** @type {string[]} */
  events: [],
  /** @type {{argv: string[], data: unknown}[]} */
  seconds: [],
  /** @type {string[]} */
  headersReceivedFor: [],
  keepRunning: false,
};
Object.assign(globalThis, { sampleSeen: seen });

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
app.enableSandbox();

const exitsAtOnce = !app.requestSingleInstanceLock({ from: 'sample' });
if (exitsAtOnce) app.exit(7);

app.on('second-instance', (_event, argv, _folder, data) => seen.seconds.push({ argv, data }));
app.on('window-all-closed', () => {
  seen.events.push('window-all-closed');
  if (!seen.keepRunning) app.quit();
});
for (const name of /** @type {const} */ (['before-quit', 'will-quit', 'quit'])) {
  app.on(/** @type {'quit'} */ (name), () => console.log(`event ${name}`));
}

app.on('web-contents-created', (_event, contents) => {
  contents.on('will-frame-navigate', (event) => seen.events.push(`will-frame-navigate ${event.url}`));
  contents.on('will-navigate', (event) => {
    seen.events.push(`will-navigate ${event.url}`);
    const { protocol: scheme, host } = new URL(event.url);
    if (scheme !== 'app:' || host !== 'bundle') event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    if (url.startsWith('https://')) void shell.openExternal(url);
    return { action: 'deny' };
  });
  contents.on('render-process-gone', (_gone, { reason }) => seen.events.push(`gone ${reason}`));
  contents.on('preload-error', (_failed, file, error) =>
    seen.events.push(`preload-error ${path.basename(file)} ${error.message}`),
  );
});

/** @param {Request} request */
function answer(request) {
  const { host, pathname } = new URL(request.url);
  const file = path.join(here, 'web', path.posix.normalize(pathname));
  if (host !== 'bundle' || !existsSync(file)) return new Response('not found', { status: 404 });
  const type = file.endsWith('.js') ? 'text/javascript' : 'text/html';
  const headers = { 'content-type': type, 'content-security-policy': csp };
  return new Response(new Uint8Array(readFileSync(file)), { headers });
}

function handleMessages() {
  ipcMain.handle('echo', (_event, value) => value);
  ipcMain.handle('boom', () => {
    throw new RangeError('nope');
  });
  ipcMain.handle('who', ({ senderFrame }) => {
    const { url, origin, parent } = senderFrame ?? {};
    return { url, origin, isTop: parent === null && senderFrame?.top === senderFrame };
  });
  ipcMain.on('count', (event, to) => {
    for (let number = 0; number < to; number += 1) event.sender.send('number', number);
  });
  ipcMain.on('want-port', (event) => {
    const { port1, port2 } = new MessageChannelMain();
    port2.on('message', ({ data }) => port2.postMessage({ answer: data }));
    port2.on('close', () => seen.events.push('port closed'));
    port2.start();
    port2.postMessage('waited');
    event.sender.postMessage('port', null, [port1]);
  });
}

/** @returns {Promise<BrowserWindow>} */
async function openWindow() {
  const window = new BrowserWindow({
    width: 800,
    height: 500,
    show: false,
    webPreferences: {
      preload: path.join(here, 'preload.cjs'),
      additionalArguments: ['--sample=1'],
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  await window.loadURL('app://bundle/index.html');
  return window;
}

function secure() {
  const { defaultSession } = session;
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  defaultSession.webRequest.onBeforeRequest((details, callback) =>
    callback({ cancel: !/^(app|devtools):/.test(details.url) }),
  );
  defaultSession.webRequest.onHeadersReceived((details, callback) => {
    seen.headersReceivedFor.push(details.url);
    callback({});
  });
}

function setMenu() {
  const click = () => BrowserWindow.getAllWindows()[0]?.webContents.send('menu', 'new');
  const items = [
    { id: 'new', label: 'New', accelerator: 'CmdOrCtrl+N', click },
    { role: /** @type {const} */ ('quit') },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'File', submenu: items }]));
}

if (!exitsAtOnce) {
  await app.whenReady();
  protocol.handle('app', answer);
  secure();
  handleMessages();
  setMenu();
  Object.assign(globalThis, { sampleOpenWindow: openWindow });
  await openWindow();
}
