import { originOf, toChromium } from './addresses.ts';
import { lifecycle } from './lifecycle.ts';
import { permissionCheck } from './session.ts';
import type { WebContents } from './web-contents.ts';

type Permission = Parameters<NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>>[1];

/** Chromium's name of a permission, and how Electron asks the app about it. */
const permissions: readonly (readonly [name: string, asked: Permission, mediaType?: 'audio' | 'video'])[] = [
  ['camera', 'media', 'video'],
  ['microphone', 'media', 'audio'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-write', 'clipboard-sanitized-write'],
  ['idle-detection', 'idle-detection'],
  ['storage-access', 'storage-access'],
];

/** Makes the answers of the app's check handler Chromium's own, for the page that is about to load. */
export async function applyPermissions(contents: WebContents, url: string): Promise<void> {
  const securityOrigin = originOf(url);
  const origin = originOf(toChromium(url));
  if (origin === 'null') return;
  const handler = permissionCheck;
  const settings = permissions.map(([name, asked, mediaType]) => {
    const details = {
      isMainFrame: true,
      requestingUrl: url,
      securityOrigin,
      ...(mediaType ? { mediaType } : {}),
    };
    const granted = handler?.(contents as never, asked, securityOrigin, details) ?? true;
    return { name, setting: granted ? ('granted' as const) : ('denied' as const) };
  });
  const { cdp } = lifecycle.browser();
  await Promise.all(
    settings.map(({ name, setting }) =>
      cdp.send('Browser.setPermission', { permission: { name }, setting, origin }),
    ),
  );
}
