import type { ShellEventPayload, ShellInput } from '../../shared/api/shell.ts';

type Welcome = ShellEventPayload<'shell.welcome'>;

/**
 * What a shell can do for its windows. Both shells have one; what they cannot do is said in `features`. `window` names
 * the window that asks.
 */
export interface ShellPort {
  readonly kind: Welcome['kind'];
  readonly platform: Welcome['platform'];
  readonly version: string;
  readonly features: Welcome['features'];
  /** Opens an address that was checked. Returns false where the page has to do it. */
  openExternal(url: string, window: string): Promise<boolean>;
  /** The system's folder dialog; `null` when the person changed their mind. */
  pickFolder(from: string | null, window: string): Promise<string | null>;
  notify(note: ShellInput<'shell.notify'>, window: string): void;
  /** How many things need the person, as one of the windows counts them. */
  setNeeds(count: number, window: string): void;
  /** Another window; where the shell cannot open one, a link that does. */
  openWindow(what: ShellInput<'shell.openWindow'>): Promise<string | null>;
  /** Ends the shell, after bringing down `stopMesh` if one is named. Agents go on otherwise. */
  quit(stopMesh: string | null): Promise<void>;
}

/** The platform as a window names it. */
export function platformName(platform: NodeJS.Platform): Welcome['platform'] {
  switch (platform) {
    case 'darwin':
      return 'mac';
    case 'win32':
      return 'windows';
    default:
      return 'linux';
  }
}
