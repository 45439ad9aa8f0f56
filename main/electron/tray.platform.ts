type Env = Readonly<Record<string, string | undefined>>;

/** Desktops of Linux that show status icons by themselves; GNOME does so only as Ubuntu ships it. */
const WITH_TRAY = [
  'kde',
  'xfce',
  'mate',
  'x-cinnamon',
  'cinnamon',
  'lxqt',
  'lxde',
  'unity',
  'ubuntu',
  'budgie',
];

/**
 * Is there a place for a status icon, so that the app may stay without a window? Where nobody can tell, there is none:
 * an app that is running and cannot be seen or ended is worse than one that ends. `COTAL_TRAY` says it otherwise.
 */
export function hasTray(platform: NodeJS.Platform, env: Env): boolean {
  const said = env['COTAL_TRAY'];
  if (said === 'yes' || said === 'no') return said === 'yes';
  switch (platform) {
    case 'darwin':
    case 'win32':
      return true;
    default: {
      const desktops = (env['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':');
      return desktops.some((desktop) => WITH_TRAY.includes(desktop));
    }
  }
}
