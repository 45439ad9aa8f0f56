import './no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectBridge, type Bridge } from '../bridge.ts';
import { keepFocus } from '../commands/keep-focus.ts';
import { openSession } from '../session.ts';
import { BridgeContext } from '../state/bridge-context.ts';
import { deriveAlways } from '../state/derived.ts';
import { followHost } from '../state/follow.ts';
import { logPresenceAlways } from '../state/presence-log.ts';
import { keepUi } from '../state/persist.ts';
import { followSystemAppearance } from '../theme/apply.ts';
import '../theme/tokens.css';
import '../theme/base.css';
import { App } from './App.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('the page has no root');
const root = createRoot(element);
followSystemAppearance();
keepFocus();
deriveAlways();
logPresenceAlways();

const demo = new URLSearchParams(location.search).get('demo');
if (demo === null) await openMesh();
else {
  const [{ openDemo }, { floatDemoBand }] = await Promise.all([
    import('../demo/open.ts'),
    import('../demo/DemoBand.tsx'),
  ]);
  floatDemoBand();
  await show(openDemo(demo), undefined);
}

/** The window onto a real mesh. */
async function openMesh(): Promise<void> {
  const { transport, mesh } = await openSession();
  if (transport !== undefined) return show(connectBridge(transport), mesh);
  const { Screens } = await import('./Screens.tsx');
  root.render(<Screens screen={{ kind: 'signed-off' }} />);
}

async function show(bridge: Bridge, mesh: string | undefined): Promise<void> {
  // What was arranged comes first, so that the first paint is already the window as it was left.
  await keepUi(bridge);
  followHost(bridge, mesh);
  root.render(
    <StrictMode>
      <BridgeContext value={bridge}>
        <App />
      </BridgeContext>
    </StrictMode>,
  );
}
