import path from 'node:path';

/**
 * The Node that runs the host: a packaged app carries its own, a checkout uses the one that started it (decision 24).
 * Electron itself is not used as one: the fuse for that is off.
 */
export function nodePath(o: {
  readonly isPackaged: boolean;
  readonly resourcesPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}): string {
  const name = o.platform === 'win32' ? 'node.exe' : 'node';
  if (o.isPackaged) return path.join(o.resourcesPath, 'node', name);
  const said = o.env['COTAL_NODE'];
  return said !== undefined && path.isAbsolute(said) ? said : name;
}
