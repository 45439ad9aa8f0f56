import { formatChord, formatInTerminal } from '../commands/chord.ts';
import { commands, type Command } from '../commands/commands.ts';
import { allChords } from '../commands/keymap.ts';
import { platformOf } from '../commands/platform.ts';
import { Dialog } from '../components/Dialog.tsx';
import { closeOverlay } from '../state/store.ts';
import styles from './KeysDialog.module.css';

const GROUPS = [
  'Go to',
  'Agents',
  'Terminal',
  'View',
  'Window',
] as const satisfies readonly Command['group'][];
const NEEDS_KEYS: readonly (readonly [string, string])[] = [
  ['J', 'Next'],
  ['K', 'Previous'],
  ['↵', 'Act'],
  ['L', 'Not now'],
  ['1 … 9', 'Choose an offered answer'],
];

/** All keys, as they are pressed on this machine. */
export function KeysDialog() {
  const platform = platformOf();
  return (
    <Dialog title="All keys" size="large" onClose={closeOverlay}>
      <div className={styles.scroll} role="region" aria-label="Keys" tabIndex={0}>
        <div className={styles.groups}>
          {GROUPS.map((group) => (
            <table key={group}>
              <caption>{group}</caption>
              <tbody>
                {commands
                  .filter((command) => command.group === group && command.keys !== null)
                  .map((command) => (
                    <KeyRow key={command.id} command={command} />
                  ))}
                {group === 'Window' && <Row keys={['F6']} label="Next region; with Shift the one before" />}
              </tbody>
            </table>
          ))}
          <table>
            <caption>In Needs you</caption>
            <tbody>
              {NEEDS_KEYS.map(([key, label]) => (
                <Row key={key} keys={[key]} label={label} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <p className={styles.note}>
        {platform === 'mac'
          ? 'In a terminal only the keys with ⌘, and F6, leave it.'
          : 'In a terminal Ctrl belongs to the program inside: the keys with Ctrl take Shift as well there, as said in the last column. F6 leaves it.'}
      </p>
    </Dialog>
  );
}

function KeyRow({ command: { title, keys } }: { command: Command }) {
  if (keys === null) return null;
  const platform = platformOf();
  const inside = keys.isMod ? formatInTerminal(keys, platform, allChords) : [];
  return (
    <Row keys={formatChord(keys, platform)} label={title} inTerminal={platform === 'mac' ? [] : inside} />
  );
}

function Row(o: { keys: readonly string[]; label: string; inTerminal?: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{o.label}</th>
      <td>
        {o.keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </td>
      <td className={styles.inside}>{(o.inTerminal ?? []).join(' ')}</td>
    </tr>
  );
}
