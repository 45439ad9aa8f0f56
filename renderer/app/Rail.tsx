import { formatChord } from '../commands/chord.ts';
import { keymap } from '../commands/keymap.ts';
import { platformOf } from '../commands/platform.ts';
import { Icon, type IconName } from '../components/icons.tsx';
import { toggleSidebar } from '../state/store.ts';
import { goTo, type View } from '../state/ui.ts';
import styles from './Rail.module.css';

interface Place {
  readonly command: string;
  readonly label: string;
  readonly icon: IconName;
  readonly view: View;
}

const PLACES: readonly Place[] = [
  { command: 'view.monitor', label: 'Monitor', icon: 'monitor', view: { kind: 'monitor' } },
  { command: 'view.agents', label: 'Agents', icon: 'agents', view: { kind: 'agents' } },
  { command: 'view.personas', label: 'Personas', icon: 'persona', view: { kind: 'personas', name: null } },
];
const SETTINGS: Place = {
  command: 'view.settings',
  label: 'Settings',
  icon: 'settings',
  view: { kind: 'settings', section: 'mesh' },
};

/** The views, by name and number. */
export function Rail({ view }: { view: View }) {
  return (
    <nav className={styles.rail} aria-label="Views" data-region="" tabIndex={-1}>
      <button
        type="button"
        className={styles.drawer}
        aria-label="Show or hide the sidebar"
        onClick={toggleSidebar}
      >
        <Icon name="list" size={20} />
      </button>
      {PLACES.map((place) => (
        <PlaceButton key={place.command} place={place} isCurrent={place.view.kind === view.kind} />
      ))}
      <span className={styles.space} />
      <PlaceButton place={SETTINGS} isCurrent={view.kind === 'settings'} />
    </nav>
  );
}

function PlaceButton({ place, isCurrent }: { place: Place; isCurrent: boolean }) {
  const chord = keymap.get(place.command);
  const keys = chord === undefined ? '' : formatChord(chord, platformOf()).join(' ');
  return (
    <button
      type="button"
      className={styles.place}
      aria-current={isCurrent ? 'page' : undefined}
      title={keys === '' ? undefined : `${place.label} (${keys})`}
      onClick={() => goTo(place.view)}
    >
      <span>
        <Icon name={place.icon} size={20} />
      </span>
      {place.label}
    </button>
  );
}
