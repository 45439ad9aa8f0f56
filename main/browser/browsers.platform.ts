import { pathToFileURL } from 'node:url';

/** A program to show a page with: arguments are a list, no shell ever reads them. */
export interface BrowserCommand {
  readonly file: string;
  readonly args: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** Chromium-family programs that can show a page in a window of its own. */
const APP_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge', 'brave-browser'];

/**
 * The programs to try, in order, to show a page file. `COTAL_BROWSER` names one program, or `none`.
 * Empty when there is nothing to show it on.
 */
export function browserCommands(pageFile: string, platform: NodeJS.Platform, env: Env): BrowserCommand[] {
  const chosen = env['COTAL_BROWSER'];
  const url = pathToFileURL(pageFile, { windows: platform === 'win32' }).href;
  if (chosen === 'none') return [];
  if (chosen !== undefined && chosen !== '') return [{ file: chosen, args: [url] }];
  switch (platform) {
    case 'darwin':
      return [{ file: 'open', args: [pageFile] }];
    case 'win32':
      // Not `start`: it is a word of the command shell, which would read the name.
      return [{ file: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', url] }];
    default: {
      const hasDisplay = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some(
        (value) => value !== undefined && value !== '',
      );
      if (!hasDisplay) return [];
      return [
        { file: 'xdg-open', args: [pageFile] },
        ...APP_BROWSERS.map((file) => ({ file, args: [`--app=${url}`] })),
      ];
    }
  }
}
