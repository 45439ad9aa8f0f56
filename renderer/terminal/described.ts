import { create } from 'zustand';

/**
 * Are terminals described to screen readers? It costs every terminal a second copy of its screen, and a page cannot
 * know whether one is used: so it is chosen, for all terminals at once.
 */
export const useDescribed = create<{ readonly isOn: boolean }>(() => ({ isOn: false }));
