import { lazy } from 'react';
import { Palette } from '../palette/Palette.tsx';
import { useWindow } from '../state/store.ts';

const SpawnDialog = lazy(() =>
  import('../views/spawn/SpawnDialog.tsx').then((m) => ({ default: m.SpawnDialog })),
);
const NewChannelDialog = lazy(() =>
  import('../views/conversation/NewChannelDialog.tsx').then((m) => ({ default: m.NewChannelDialog })),
);
const ChannelSettings = lazy(() =>
  import('../views/conversation/ChannelSettings.tsx').then((m) => ({ default: m.ChannelSettings })),
);
const NewDmDialog = lazy(() =>
  import('../views/conversation/NewDmDialog.tsx').then((m) => ({ default: m.NewDmDialog })),
);
const KeysDialog = lazy(() => import('./KeysDialog.tsx').then((m) => ({ default: m.KeysDialog })));
const LinkDialog = lazy(() => import('./LinkDialog.tsx').then((m) => ({ default: m.LinkDialog })));
const QuitDialog = lazy(() => import('./QuitDialog.tsx').then((m) => ({ default: m.QuitDialog })));

/** What floats above the window. */
export function Overlays() {
  const overlay = useWindow((s) => s.overlay);
  const mesh = useWindow((s) => s.meshId);
  if (overlay === null) return null;
  switch (overlay.kind) {
    case 'palette':
      return <Palette query={overlay.query} />;
    case 'keys':
      return <KeysDialog />;
    case 'link':
      return <LinkDialog url={overlay.url} />;
    case 'quit':
      return <QuitDialog />;
    case 'spawn':
      return mesh === null ? null : <SpawnDialog mesh={mesh} persona={overlay.persona} />;
    case 'new-channel':
      return <NewChannelDialog />;
    case 'channel-settings':
      return <ChannelSettings channel={overlay.channel} />;
    case 'new-dm':
      return <NewDmDialog />;
  }
}
