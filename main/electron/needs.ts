/** How many things need the person, told to the dock and the tray. */
export interface Needs {
  /** A window has counted. */
  report(count: number, window: string): void;
  /** Only these windows are open; what others counted is forgotten. */
  keepOnly(windows: readonly string[]): void;
  /** The count to show: the app's own, or more where a window knows of more. */
  count(own: number): number;
}

/** Holds the windows' counts. A window counts what it shows; the app counts every mesh, also without a window. */
export function createNeeds(onChange: () => void): Needs {
  const counts = new Map<string, number>();
  return {
    report(count, window) {
      counts.set(window, count);
      onChange();
    },
    keepOnly(windows) {
      for (const window of counts.keys()) if (!windows.includes(window)) counts.delete(window);
      onChange();
    },
    count: (own) => Math.max(own, 0, ...counts.values()),
  };
}
