/** @typedef {import('../../build/planted.mjs').Defect} Defect */

const http = 'test/security/browser-http.test.ts';
const socket = 'test/security/browser-socket.test.ts';
const debug = 'test/security/debugger.test.ts';
const slow = 'test/security/browser-slow.test.ts';

/** @type {readonly Defect[]} What the loopback shell could get wrong, each with the test that has to notice. */
export const browserDefects = [
  {
    id: 'browser-debugger-opens',
    what: 'The same signal opens the debugger of the loopback shell.',
    file: 'main/browser/main.ts',
    find: "process.on('SIGUSR1', () => undefined);",
    replace: '',
    specs: [debug],
    expect: 'the browser shell does not, and neither does the host',
  },
  {
    id: 'host-unchecked',
    what: 'The loopback shell answers under any name that leads to it.',
    file: 'main/browser/guard.ts',
    find: 'if (headers.host !== `127.0.0.1:${port}`)',
    replace: 'if (headers.host === undefined)',
    specs: ['test/security/browser-rebinding.test.ts'],
    expect: 'the shell under the name evil.test is not there',
  },
  {
    id: 'origin-is-host',
    what: 'The loopback shell answers under any name, and compares where a request comes from with that name.',
    file: 'main/browser/guard.ts',
    find: `if (headers.host !== \`127.0.0.1:\${port}\`)
    return refuse(421, 'This server answers to its literal address only.');
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return refuse(405, 'Not that way.');
  // Compared with a fixed string, never with Host: on a rebinding page both are the same foreign name.
  const { origin } = headers;
  const mustSayOrigin = method === 'POST' || request.isUpgrade;
  if (origin === undefined ? mustSayOrigin : origin !== originOf(port)) {`,
    replace: `if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return refuse(405, 'Not that way.');
  const { origin } = headers;
  const mustSayOrigin = method === 'POST' || request.isUpgrade;
  if (origin === undefined ? mustSayOrigin : origin !== \`http://\${headers.host}\`) {`,
    specs: [socket],
    expect: 'under another name, even when origin and host agree: refused',
  },
  {
    id: 'origin-of-any-port',
    what: 'Any server of this machine may have its pages speak to the loopback shell.',
    file: 'main/browser/guard.ts',
    find: 'origin !== originOf(port)) {',
    replace: "!origin.startsWith('http://127.0.0.1')) {",
    specs: [socket],
    expect: 'from http://127.0.0.1: refused',
  },
  {
    id: 'origin-unsaid',
    what: 'A request that does not say where it comes from may change something.',
    file: 'main/browser/guard.ts',
    find: "const mustSayOrigin = method === 'POST' || request.isUpgrade;",
    replace: 'const mustSayOrigin = request.isUpgrade;',
    specs: [http],
    expect: 'a POST that does not say where it comes from is refused',
  },
  {
    id: 'site-unchecked',
    what: 'What the browser says about the site that asks is not looked at.',
    file: 'main/browser/guard.ts',
    find: "site !== 'none' && !isOpeningThePage(request)",
    replace: 'false',
    specs: [http],
    expect: 'cross-site requests are refused',
  },
  {
    id: 'token-twice',
    what: 'A link to the loopback shell works more than once.',
    file: 'main/browser/secrets.ts',
    find: 'entries = entries.filter((entry) => entry !== found);\n',
    replace: '',
    specs: [http],
    expect: 'a token works once; nothing is set as a cookie',
  },
  {
    id: 'sessions-unchecked',
    what: 'A page of the loopback shell is served whatever session it names.',
    file: 'main/browser/server.ts',
    find: 'acceptsSession: sessions.accepts,',
    replace: 'acceptsSession: () => true,',
    specs: [socket],
    expect: 'a first message that is no session closes it',
  },
  {
    id: 'control-unchecked',
    what: 'Whoever asks the loopback shell for a link is given one.',
    file: 'main/browser/server.ts',
    find: '!asked.success || !isSameSecret(asked.data.secret, o.controlSecret)',
    replace: '!asked.success',
    specs: [http],
    expect: 'only who knows the control secret gets a link',
  },
  {
    id: 'socket-backlog-grows',
    what: 'A page of the loopback shell that reads nothing is told everything all the same.',
    file: 'main/browser/page-socket.ts',
    find: 'if (ws.bufferedAmount > MAX_BACKLOG)',
    replace: 'if (ws.bufferedAmount === Infinity)',
    specs: [slow],
    expect: 'a page that reads nothing is cut off',
  },
];
