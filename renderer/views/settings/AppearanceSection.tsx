import { Radio, RadioGroup } from 'react-aria-components';
import { Segmented } from '../../components/Choice.tsx';
import { useUi, type Ui } from '../../state/ui.ts';
import type { Section } from './search.ts';
import { SettingRow } from './SettingRow.tsx';
import styles from './settings.module.css';

export const appearanceSection: Section = {
  id: 'appearance',
  title: 'Appearance',
  icon: 'sun',
  settings: [
    { id: 'theme', label: 'Theme', words: 'light dark system colours', Row: ThemeRow },
    { id: 'contrast', label: 'Contrast', words: 'more lines outlines', Row: ContrastRow },
    { id: 'density', label: 'Density', words: 'comfortable compact rows', Row: DensityRow },
  ],
};

/** A small picture of the window: the parts that differ between the themes. */
interface Picture {
  readonly id: Ui['theme'];
  readonly label: string;
  readonly side: string;
  readonly view: string;
  readonly lines: string;
  readonly title: string;
}
const THEMES: readonly Picture[] = [
  { id: 'light', label: 'Light', view: '#fff', side: '#f6f7f9', lines: '#dcdee3', title: '#3957c5' },
  { id: 'dark', label: 'Dark', view: '#191a1e', side: '#131417', lines: '#3c3f46', title: '#95b1fe' },
  { id: 'system', label: 'System', view: '#fff', side: '#131417', lines: '#a6a9b1', title: '#3957c5' },
];

function ThemeRow() {
  const theme = useUi((ui) => ui.theme);
  return (
    <SettingRow label="Theme" note="System follows what this machine says.">
      <RadioGroup
        aria-label="Theme"
        orientation="horizontal"
        className={styles.themes ?? ''}
        value={theme}
        onChange={(id) => {
          const chosen = THEMES.find((each) => each.id === id);
          if (chosen !== undefined) useUi.setState({ theme: chosen.id });
        }}
      >
        {THEMES.map((each) => (
          <Radio key={each.id} value={each.id} className={styles.theme ?? ''}>
            <Drawing {...each} />
            {each.label}
          </Radio>
        ))}
      </RadioGroup>
    </SettingRow>
  );
}

function Drawing({ view, side, lines, title }: Picture) {
  return (
    <svg width="88" height="56" viewBox="0 0 88 56" aria-hidden="true">
      <rect width="88" height="56" rx="5" fill={view} />
      <path d="M0 5a5 5 0 0 1 5-5h19v56H5a5 5 0 0 1-5-5z" fill={side} />
      <g fill={lines}>
        <rect x="6" y="9" width="12" height="3" rx="1.5" />
        <rect x="6" y="17" width="12" height="3" rx="1.5" />
        <rect x="32" y="21" width="44" height="3" rx="1.5" />
        <rect x="32" y="29" width="36" height="3" rx="1.5" />
        <rect x="32" y="37" width="40" height="3" rx="1.5" />
      </g>
      <rect x="32" y="9" width="24" height="4" rx="2" fill={title} />
    </svg>
  );
}

const CONTRASTS = [
  { id: 'system', label: 'System' },
  { id: 'normal', label: 'Normal' },
  { id: 'more', label: 'More' },
] as const;

function ContrastRow() {
  const contrast = useUi((ui) => ui.contrast);
  return (
    <SettingRow label="Contrast" note="More makes every line an outline and every text black or white.">
      <Segmented
        label="Contrast"
        options={CONTRASTS}
        value={contrast}
        onChange={(next) => useUi.setState({ contrast: next })}
      />
    </SettingRow>
  );
}

const DENSITIES = [
  { id: 'comfortable', label: 'Comfortable' },
  { id: 'compact', label: 'Compact' },
] as const;

function DensityRow() {
  const density = useUi((ui) => ui.density);
  return (
    <SettingRow label="Density" note="Compact shows more rows at once.">
      <Segmented
        label="Density"
        options={DENSITIES}
        value={density}
        onChange={(next) => useUi.setState({ density: next })}
      />
    </SettingRow>
  );
}
