import { useWindow } from '../state/store.ts';
import type { Platform } from './chord.ts';

/** Which keyboard this is: where the program says so it is believed, else the browser. */
export function platformOf(): Platform {
  const said = useWindow.getState().shell?.platform;
  if (said !== undefined) return said === 'mac' ? 'mac' : 'other';
  return navigator.userAgent.includes('Mac OS X') ? 'mac' : 'other';
}
