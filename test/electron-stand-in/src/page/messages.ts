import type { Wire } from '../clone.ts';

/** What a page's isolated world tells the main process. */
export type FromPage =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: Wire }
  | { readonly kind: 'send'; readonly channel: string; readonly args: Wire }
  | {
      readonly kind: 'post';
      readonly channel: string;
      readonly message: Wire;
      readonly ports: readonly number[];
    }
  | { readonly kind: 'port-message'; readonly port: number; readonly value: Wire }
  | { readonly kind: 'port-close'; readonly port: number }
  | { readonly kind: 'preload-error'; readonly error: Wire }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'input'; readonly input: Wire }
  | { readonly kind: 'context-menu'; readonly params: Wire };

/** What the main process tells a page's isolated world. */
export type ToPage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: Wire }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string }
  | {
      readonly kind: 'event';
      readonly channel: string;
      readonly args: Wire;
      readonly ports: readonly number[];
    }
  | { readonly kind: 'port-message'; readonly port: number; readonly value: Wire }
  | { readonly kind: 'port-close'; readonly port: number };

/** What the scripts in a page have to know. */
export interface PageConfig {
  /** The DOM events by which the two worlds talk; secret, as the page's own scripts could send them too. */
  readonly toIsolated: string;
  readonly toMain: string;
  readonly platform: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
  /** Where the preload could not be read, why. */
  readonly preloadProblem: { readonly name: string; readonly message: string } | null;
}

/** The name of the isolated world, of the function it calls, and of the one that is called in it. */
export const isolatedWorldName = 'electron-stand-in-preload';
export const bindingName = '__standInSend';
export const receiverName = '__standInReceive';
