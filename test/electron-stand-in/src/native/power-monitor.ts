import { StrictEmitter } from '../strict.ts';

/** Electron's `powerMonitor`: nothing happens by itself, a test emits `suspend`, `resume` and the like. */
class PowerMonitor extends StrictEmitter {
  readonly onBatteryPower = false;

  isOnBatteryPower(): boolean {
    return this.onBatteryPower;
  }
}

export const powerMonitor = new PowerMonitor();
