/** @typedef {import('../../build/planted.mjs').Defect} Defect */

const shell = 'test/e2e/shell.test.ts';
const security = 'test/e2e/shell-security.test.ts';
const socket = 'test/security/browser-socket.test.ts';
const debug = 'test/security/debugger.test.ts';

/** @type {readonly Defect[]} What both shells share, and the host behind them: what could be wrong there, each with the test that has to notice. */
export const windowDefects = [
  {
    id: 'text-taken-for-html',
    what: 'The policy of the page lets any text become HTML or a script.',
    file: 'main/shell/page-policy.ts',
    find: '"require-trusted-types-for \'script\'",',
    replace: '',
    specs: [security],
    expect: 'require-trusted-types-for stops what is not of the page',
  },
  {
    id: 'windows-mint',
    what: 'A window may ask for every method of the host, as for a credential.',
    file: 'main/shell/gateway.ts',
    find: 'return (windowMethods as readonly string[]).includes(method);',
    replace: 'return [...windowMethods, ...Object.keys(methods)].includes(method);',
    specs: [socket],
    expect: 'never a credential, never the life of the host',
  },
  {
    id: 'answers-unchecked',
    what: 'What the host answers reaches the page as it came.',
    file: 'main/shell/gateway.ts',
    find: 'if (answer.success) return answer.data;',
    replace: 'if (answer.success) return output;',
    specs: ['main/shell/gateway.test.ts'],
    expect: 'members an answer should not have are taken out',
  },
  {
    id: 'host-debugger-opens',
    what: 'The same signal opens the debugger of the host.',
    file: 'main/host/main.ts',
    find: "process.on('SIGUSR1', () => undefined);",
    replace: '',
    specs: [debug],
    expect: 'the browser shell does not, and neither does the host',
  },
  {
    id: 'state-not-kept',
    what: 'A window says that it is kept, and is not.',
    file: 'main/shell/shell-methods.ts',
    find: 'await states.save(key, state);',
    replace: '',
    specs: [shell],
    expect: 'keeps what it was, each window its own',
  },
  {
    id: 'state-shared',
    what: 'All windows are kept as if they were one.',
    file: 'main/shell/window-session.ts',
    find: 'createShellAnswers(shell, states, key)',
    replace: "createShellAnswers(shell, states, 'main')",
    specs: [shell],
    expect: 'keeps what it was, each window its own',
  },
  {
    id: 'opens-files',
    what: 'A page may have a file of this machine opened, which may start a program.',
    file: 'main/shell/external.ts',
    find: "['http:', 'https:', 'mailto:']",
    replace: "['http:', 'https:', 'mailto:', 'file:']",
    specs: [security],
    expect: 'never file:///etc/passwd',
  },
];
