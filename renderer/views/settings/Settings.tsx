import { useEffect, useId, useState } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import { SearchField } from '../../components/Field.tsx';
import { Icon } from '../../components/icons.tsx';
import { ViewHead } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { useStale } from '../../state/derived.ts';
import { useWindow } from '../../state/store.ts';
import { goTo } from '../../state/ui.ts';
import { appearanceSection } from './AppearanceSection.tsx';
import { Checks, ChecksWords } from './Checks.tsx';
import { diagnosticsSection } from './DiagnosticsSection.tsx';
import { runChecks, useDoctor } from './doctor.ts';
import { keyboardSection } from './KeyboardSection.tsx';
import { meshSection } from './MeshSection.tsx';
import { notificationsSection } from './NotificationsSection.tsx';
import { findSettings, type Section } from './search.ts';
import styles from './settings.module.css';
import { SupportButton } from './SupportBundle.tsx';

const SECTIONS: readonly Section[] = [
  meshSection,
  notificationsSection,
  appearanceSection,
  keyboardSection,
  diagnosticsSection,
];

/** How the mesh and the window are set up, and whether all is well. A search looks through all sections at once. */
export function Settings({ section }: { section: string }) {
  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  const chosen = SECTIONS.find(({ id }) => id === section) ?? meshSection;
  const shown = isSearching ? findSettings(SECTIONS, search) : [chosen];
  const isWide = isSearching || chosen.isWide === true;
  useFirstChecks();
  return (
    <div className={styles.view}>
      <ViewHead title="Settings" hasLine>
        <SearchField label="Find a setting" value={search} onChange={setSearch} />
      </ViewHead>
      <div className={styles.columns}>
        <SectionList chosen={isSearching ? undefined : chosen.id} onChoose={() => setSearch('')} />
        <div className={styles.centre} tabIndex={-1}>
          {shown.map((each) => (
            <SectionRows key={each.id} section={each} />
          ))}
          <p className={styles.none} role="status">
            {shown.length === 0 && `No setting is called “${visibleLine(search.trim(), 60)}”.`}
          </p>
        </div>
        {!isWide && <Aside />}
      </div>
    </div>
  );
}

function SectionRows({ section }: { section: Section }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{section.title}</h2>
      {section.settings.map(({ id: setting, Row }) => (
        <Row key={setting} />
      ))}
    </section>
  );
}

function SectionList({ chosen, onChoose }: { chosen: string | undefined; onChoose: () => void }) {
  const mesh = useWindow((s) => s.meshId);
  const concerns = useDoctor(({ mesh: of, checks }) =>
    of === mesh ? checks.filter(({ state }) => state === 'warn' || state === 'fail').length : 0,
  );
  return (
    <nav className={styles.sections} aria-label="Settings">
      <ul>
        {SECTIONS.map(({ id, title, icon }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosen ? 'page' : undefined}
              onClick={() => {
                onChoose();
                goTo({ kind: 'settings', section: id });
              }}
            >
              <Icon name={icon} /> {title}
              {id === 'diagnostics' && concerns > 0 && (
                <span className={styles.count}>
                  {concerns}
                  <span className="visually-hidden"> to look at</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Where there is room, how all is stands beside whatever is being set. */
function Aside() {
  return (
    <aside className={styles.aside} aria-label="Checks">
      <header>
        <h2>Checks</h2>
        <span>
          <ChecksWords />
        </span>
      </header>
      <Checks />
      <section className={styles.support}>
        <h3>Support bundle</h3>
        <p>
          The checks and the log. Keys, prompts and messages are left out. You see every line before you save
          it.
        </p>
        <SupportButton />
      </section>
    </aside>
  );
}

/** Makes the checks when the settings are first looked at in this mesh. */
function useFirstChecks(): void {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const isStale = useStale() !== undefined;
  useEffect(() => {
    if (!isStale && useDoctor.getState().mesh !== mesh) void runChecks(bridge);
  }, [bridge, mesh, isStale]);
}
