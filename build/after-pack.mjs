import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { chmodSync, constants, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { executable } from './paths.mjs';

/**
 * What Electron's binary may do in the packaged app (electron-harness.md E). All nine are named, so that a new one
 * fails the packaging until somebody has decided about it.
 */
const fuses = /** @type {const} */ ({
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
});

/**
 * Called by electron-builder when the app's folder is complete and not yet signed.
 * @param {import('electron-builder').AfterPackContext} context
 */
export async function afterPack(context) {
  const { appOutDir, electronPlatformName, packager } = context;
  const name = packager.appInfo.productFilename;
  const isMac = electronPlatformName === 'darwin';
  const resources = isMac
    ? path.join(appOutDir, `${name}.app`, 'Contents', 'Resources')
    : path.join(appOutDir, 'resources');
  addNode(resources, electronPlatformName);
  await flipFuses(electronBinary(context), { ...fuses, resetAdHocDarwinSignature: isMac });
}

/**
 * The packaged app runs its host with the Node that packed it: it has to be one for the same system.
 * @param {string} resources @param {string} platform
 */
function addNode(resources, platform) {
  if (platform !== process.platform) {
    throw new Error(
      `The app carries the Node that packs it, and this one is for ${process.platform}, not ${platform}. Pack on the system that the package is for.`,
    );
  }
  const target = path.join(resources, 'node', executable('node'));
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(process.execPath, target, constants.COPYFILE_FICLONE);
  chmodSync(target, 0o755);
  const licence = path.join(path.dirname(process.execPath), '..', 'LICENSE');
  if (existsSync(licence)) copyFileSync(licence, path.join(resources, 'node', 'LICENSE'));
}

/** @param {import('electron-builder').AfterPackContext} context */
function electronBinary({ appOutDir, electronPlatformName, packager }) {
  const name = packager.appInfo.productFilename;
  switch (electronPlatformName) {
    case 'darwin':
      return path.join(appOutDir, `${name}.app`);
    case 'win32':
      return path.join(appOutDir, `${name}.exe`);
    default:
      return path.join(appOutDir, packager.config.linux?.executableName ?? name);
  }
}
