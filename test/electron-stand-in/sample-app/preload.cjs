const { contextBridge, ipcRenderer } = require('electron');

ipcRenderer.on('port', (event) => window.postMessage('port', '*', [...event.ports]));

contextBridge.exposeInMainWorld('sample', {
  version: 1,
  nested: { list: [1, 2] },
  argv: process.argv,
  /** @param {string} channel @param {unknown[]} args */
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  /** @param {string} channel @param {unknown[]} args */
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  /** @param {string} channel @param {(...args: unknown[]) => void} listener */
  on: (channel, listener) => {
    /** @param {unknown} _event @param {unknown[]} args */
    const registered = (_event, ...args) => listener(...args);
    ipcRenderer.on(channel, registered);
    return () => {
      ipcRenderer.off(channel, registered);
    };
  },
  /** @param {number} number */
  double: (number) => number * 2,
  /** @param {(number: number) => number} callback */
  callBack: (callback) => callback(20) + 1,
  fail: () => {
    throw new TypeError('thrown in the preload');
  },
  reject: () => Promise.reject(new Error('rejected in the preload')),
});
