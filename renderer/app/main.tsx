import './no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectBridge } from '../bridge.ts';
import { openSession } from '../session.ts';
import { BridgeContext } from '../state/bridge-context.ts';
import { followHost } from '../state/follow.ts';
import '../theme/tokens.css';
import '../theme/base.css';
import { App, SignedOff } from './App.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('the page has no root');
const root = createRoot(element);

const { transport, mesh } = await openSession();
if (transport === undefined) root.render(<SignedOff />);
else {
  const bridge = connectBridge(transport);
  followHost(bridge, mesh);
  root.render(
    <StrictMode>
      <BridgeContext value={bridge}>
        <App />
      </BridgeContext>
    </StrictMode>,
  );
}
