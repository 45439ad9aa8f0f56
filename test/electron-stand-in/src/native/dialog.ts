import { recorder } from '../recorder.ts';
import { strict } from '../strict.ts';

/** Both forms of each call: with the window before the options, and without. */
type Args<Options> = [options: Options] | [window: Electron.BaseWindow, options: Options];

function optionsOf<Options>(args: Args<Options>): Options {
  return args.length === 1 ? args[0] : args[1];
}

/**
 * Electron's `dialog`. Nobody sits in front of it, so each dialog is cancelled; a test that wants another answer replaces
 * the function, as with Electron: `app.evaluate(({ dialog }) => { dialog.showMessageBox = … })`.
 */
export const dialog = strict('dialog', {
  showMessageBox(...args: Args<Electron.MessageBoxOptions>): Promise<Electron.MessageBoxReturnValue> {
    const options = optionsOf(args);
    recorder.record('dialog.showMessageBox', options);
    const response = options.cancelId ?? cancellingButton(options.buttons ?? []);
    return Promise.resolve({ response, checkboxChecked: options.checkboxChecked ?? false });
  },
  showOpenDialog(...args: Args<Electron.OpenDialogOptions>): Promise<Electron.OpenDialogReturnValue> {
    recorder.record('dialog.showOpenDialog', optionsOf(args));
    return Promise.resolve({ canceled: true, filePaths: [] });
  },
  showSaveDialog(...args: Args<Electron.SaveDialogOptions>): Promise<Electron.SaveDialogReturnValue> {
    recorder.record('dialog.showSaveDialog', optionsOf(args));
    return Promise.resolve({ canceled: true, filePath: '' });
  },
  showErrorBox(title: string, content: string): void {
    recorder.record('dialog.showErrorBox', title, content);
    console.error(`${title}\n${content}`);
  },
} satisfies Partial<Electron.Dialog>);

/** Without a `cancelId` Electron looks for a button that says so, and takes the first where none does. */
function cancellingButton(buttons: readonly string[]): number {
  return Math.max(
    0,
    buttons.findIndex((label) => /^(cancel|no)$/i.test(label.replaceAll('&', ''))),
  );
}
