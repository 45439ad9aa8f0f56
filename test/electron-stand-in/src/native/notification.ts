import { recorder } from '../recorder.ts';
import { StrictEmitter } from '../strict.ts';

/** Electron's `Notification`. Those that are shown are in `__standIn.notifications`; a test clicks one by `emit('click')`. */
export class Notification extends StrictEmitter {
  title: string;
  subtitle: string;
  body: string;
  silent: boolean;
  urgency: 'normal' | 'critical' | 'low';
  timeoutType: 'default' | 'never';
  actions: Electron.NotificationAction[];
  closeButtonText: string;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.subtitle = options.subtitle ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
    this.urgency = options.urgency ?? 'normal';
    this.timeoutType = options.timeoutType ?? 'default';
    this.actions = options.actions ?? [];
    this.closeButtonText = options.closeButtonText ?? '';
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    recorder.record('notification', { title: this.title, body: this.body });
    recorder.notifications.add(this);
    this.emit('show', {});
  }

  close(): void {
    if (recorder.notifications.delete(this)) this.emit('close', {});
  }
}
