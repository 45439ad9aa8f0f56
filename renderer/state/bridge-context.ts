import { createContext, useContext } from 'react';
import type { Bridge } from '../bridge.ts';

/** The page's bridge, given to all components by `main.tsx`. */
export const BridgeContext = createContext<Bridge | undefined>(undefined);

/** The bridge; every component of the window is inside it. */
export function useBridge(): Bridge {
  const bridge = useContext(BridgeContext);
  if (bridge === undefined) throw new Error('no bridge around this component');
  return bridge;
}
