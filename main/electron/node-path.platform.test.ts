import { expect, test } from 'vitest';
import { nodePath } from './node-path.platform.ts';

const packaged = {
  isPackaged: true,
  resourcesPath: '/opt/cotal/resources',
  env: { COTAL_NODE: '/evil/node' },
};
const checkout = { isPackaged: false, resourcesPath: '/x', env: { COTAL_NODE: '/usr/bin/node20' } };

test('a packaged app runs its own, whatever the environment says', () => {
  expect(nodePath({ ...packaged, platform: 'linux' })).toBe('/opt/cotal/resources/node/node');
  expect(nodePath({ ...packaged, platform: 'darwin' })).toBe('/opt/cotal/resources/node/node');
  expect(nodePath({ ...packaged, platform: 'win32' })).toMatch(/node[\\/]node\.exe$/);
});

test('a checkout runs the one that started it, else the one on the path', () => {
  expect(nodePath({ ...checkout, platform: 'linux' })).toBe('/usr/bin/node20');
  expect(nodePath({ ...checkout, env: {}, platform: 'linux' })).toBe('node');
  expect(nodePath({ ...checkout, env: { COTAL_NODE: 'relative/node' }, platform: 'darwin' })).toBe('node');
  expect(nodePath({ ...checkout, env: {}, platform: 'win32' })).toBe('node.exe');
});
