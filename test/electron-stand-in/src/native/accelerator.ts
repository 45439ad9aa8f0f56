const modifiers =
  /^(Command|Cmd|Control|Ctrl|CommandOrControl|CmdOrCtrl|Alt|Option|AltGr|Shift|Super|Meta)$/i;

const keys = [
  /^[\x21-\x7e]$/,
  /^F([1-9]|1\d|2[0-4])$/i,
  /^(Plus|Space|Tab|Capslock|Numlock|Scrolllock|Backspace|Delete|Insert|Return|Enter)$/i,
  /^(Up|Down|Left|Right|Home|End|PageUp|PageDown|Escape|Esc|PrintScreen)$/i,
  /^(Volume(Up|Down|Mute)|Media(NextTrack|PreviousTrack|Stop|PlayPause))$/i,
  /^num(\d|dec|add|sub|mult|div)$/i,
];

/** Throws for a key combination that Electron would not understand, and say nothing about. */
export function assertAccelerator(accelerator: string): void {
  const parts = accelerator.split('+');
  const key = parts.pop() ?? '';
  const isGood = parts.every((part) => modifiers.test(part)) && keys.some((one) => one.test(key));
  if (!isGood)
    throw new TypeError(`The Electron stand-in does not understand the accelerator ${accelerator}`);
}
