import { formatChord, formatInTerminal } from '../../commands/chord.ts';
import { commands, type Command } from '../../commands/commands.ts';
import { allChords } from '../../commands/keymap.ts';
import { platformOf } from '../../commands/platform.ts';
import type { Section } from './search.ts';
import { SettingRow } from './SettingRow.tsx';
import styles from './settings.module.css';

const withKeys = (): readonly Command[] => commands.filter(({ keys }) => keys !== null);

/** The commands are looked up when the section is drawn: they know the views, and the views know the settings. */
export const keyboardSection: Section = {
  id: 'keyboard',
  title: 'Keyboard',
  icon: 'keyboard',
  isWide: true,
  settings: [{ id: 'keys', label: 'Keys', words: 'shortcuts chords commands terminal', Row: KeysRow }],
};

function KeysRow() {
  const platform = platformOf();
  const isMac = platform === 'mac';
  return (
    <SettingRow
      label="Keys"
      note={
        isMac
          ? 'In a terminal only the keys with ⌘, and F6, leave it.'
          : 'In a terminal Ctrl belongs to the program inside; there the keys of the last column do the same.'
      }
      below={
        <div className={styles.scrollX} tabIndex={0} role="group" aria-label="Keys">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Command</th>
                <th scope="col">Where</th>
                <th scope="col">Keys</th>
                {!isMac && <th scope="col">In a terminal</th>}
              </tr>
            </thead>
            <tbody>
              {withKeys().map(({ id, title, group, keys }) => (
                <tr key={id}>
                  <th scope="row">{title}</th>
                  <td>{group}</td>
                  <td>{keys !== null && <Keys keys={formatChord(keys, platform)} />}</td>
                  {!isMac && (
                    <td>
                      {keys?.isMod === true && <Keys keys={formatInTerminal(keys, platform, allChords)} />}
                    </td>
                  )}
                </tr>
              ))}
              <tr>
                <th scope="row">Next region; with Shift the one before</th>
                <td>Window</td>
                <td>
                  <Keys keys={['F6']} />
                </td>
                {!isMac && (
                  <td>
                    <Keys keys={['F6']} />
                  </td>
                )}
              </tr>
            </tbody>
          </table>
        </div>
      }
    />
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
