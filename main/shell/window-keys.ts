/** The names of a shell's windows; each window's state is kept under its name. */
export interface WindowKeys {
  /** The wished name if it is free, else the lowest free one of `main`, `w2`, `w3`, … */
  take(wish?: string): string;
  release(key: string): void;
}

/** `main`, `w2`, `w3`, …: nothing else names a window, or a file of one. */
export function isWindowKey(text: string): boolean {
  return /^(main|w([2-9]|[1-9]\d{1,3}))$/.test(text);
}

/** Hands out names among the windows that are open at the same time. */
export function createWindowKeys(): WindowKeys {
  const taken = new Set<string>();
  return {
    take(wish) {
      const key = wish !== undefined && isWindowKey(wish) && !taken.has(wish) ? wish : lowestFree(taken);
      taken.add(key);
      return key;
    },
    release: (key) => void taken.delete(key),
  };
}

function lowestFree(taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const key = n === 1 ? 'main' : `w${n}`;
    if (!taken.has(key)) return key;
  }
}
