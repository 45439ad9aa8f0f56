import { useEffect, useState } from 'react';
import { Switch } from '../../components/Choice.tsx';
import controls from '../../components/controls.module.css';
import { useWindow } from '../../state/store.ts';
import { useUi, type Ui } from '../../state/ui.ts';
import type { Section } from './search.ts';
import { SettingRow } from './SettingRow.tsx';
import { explainPermission } from './words.ts';

export const notificationsSection: Section = {
  id: 'notifications',
  title: 'Notifications',
  icon: 'bell',
  settings: [
    {
      id: 'stops',
      label: 'When an agent stops working',
      words: 'notify done question permission',
      Row: StopsRow,
    },
    { id: 'sound', label: 'Sound', words: 'notify silent quiet', Row: SoundRow },
    { id: 'allowed', label: 'Allowed by the system', words: 'permission browser ask', Row: PermissionRow },
  ],
};

function setNotify(change: Partial<Ui['notify']>): void {
  useUi.setState(({ notify }) => ({ notify: { ...notify, ...change } }));
}

function StopsRow() {
  const isOn = useUi((ui) => ui.notify.stops);
  return (
    <SettingRow
      label="When an agent stops working"
      note="With its reason, and for what needs you. Never for what is on screen."
    >
      <Switch isOn={isOn} isLabelHidden onChange={(stops) => setNotify({ stops })}>
        When an agent stops working
      </Switch>
    </SettingRow>
  );
}

function SoundRow() {
  const { stops, sound } = useUi((ui) => ui.notify);
  const isSystems = useWindow((s) => s.shell?.features.notifications === true);
  const note = isSystems
    ? 'Your system decides, in its own settings for this app.'
    : stops
      ? 'A notification may make the sound that your system has for it.'
      : 'Notifications are off, so there is no sound either.';
  return (
    <SettingRow label="Sound" note={note}>
      <Switch
        isOn={sound && !isSystems}
        isLabelHidden
        isDisabled={isSystems || !stops}
        onChange={(isOn) => setNotify({ sound: isOn })}
      >
        Sound
      </Switch>
    </SettingRow>
  );
}

function PermissionRow() {
  const isSystems = useWindow((s) => s.shell?.features.notifications === true);
  const [permission, setPermission] = useState(currentPermission);
  // It can be changed in the browser's own settings, while this window is not looked at.
  useEffect(() => {
    const look = (): void => setPermission(currentPermission());
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  if (isSystems) {
    return (
      <SettingRow label="Allowed by the system" note="The app shows them itself; nothing has to be asked." />
    );
  }
  return (
    <SettingRow label="Allowed by the system" note={explainPermission(permission)}>
      {permission === 'default' && (
        <button
          type="button"
          className={`${controls.button} ${controls.small}`}
          onClick={() => void Notification.requestPermission().then(setPermission)}
        >
          Ask the browser…
        </button>
      )}
    </SettingRow>
  );
}

function currentPermission(): NotificationPermission | 'missing' {
  return 'Notification' in window ? Notification.permission : 'missing';
}
