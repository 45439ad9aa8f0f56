import { Checks, ChecksWords } from './Checks.tsx';
import { CopyButton } from './CopyButton.tsx';
import type { Section } from './search.ts';
import { SettingRow } from './SettingRow.tsx';
import { SupportButton } from './SupportBundle.tsx';

export const diagnosticsSection: Section = {
  id: 'diagnostics',
  title: 'Diagnostics',
  icon: 'doctor',
  isWide: true,
  settings: [
    { id: 'checks', label: 'Checks', words: 'doctor health disk clock broker harnesses', Row: ChecksRow },
    { id: 'support', label: 'Support bundle', words: 'logs report help save', Row: SupportRow },
    { id: 'logs', label: 'Log', words: 'logs follow refused', Row: LogRow },
  ],
};

function ChecksRow() {
  return <SettingRow label="Checks" note={<ChecksWords />} below={<Checks />} />;
}

function SupportRow() {
  return (
    <SettingRow
      label="Support bundle"
      note="The checks and the log. Keys, prompts and messages are left out. You see every line before you save it."
    >
      <SupportButton />
    </SettingRow>
  );
}

function LogRow() {
  return (
    <SettingRow
      label="Log"
      note={
        <>
          <code>cotal logs --follow</code> shows what the host does as it happens, refusals among it.
        </>
      }
    >
      <CopyButton text="cotal logs --follow" what="The command" />
    </SettingRow>
  );
}
