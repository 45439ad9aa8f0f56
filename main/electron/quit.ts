import { app, dialog } from 'electron';
import { z } from 'zod';
import { readJson, writeJson } from '../cotal/workspace/files.ts';
import { messageOf } from '../../shared/base/refusal.ts';
import { quitQuestion, type QuitFacts } from './quit-question.ts';
import type { ShellLog } from '../shell/shell-log.ts';

/** What becomes of the meshes when the app ends. */
export type QuitChoice = 'close' | 'stop';

const settingsSchema = z.object({ quit: z.enum(['close', 'stop']).nullable() });

export interface Quitting {
  /** A person wants to quit: asked once, unless there is nothing to ask or they said what to do always. */
  request(): Promise<void>;
  /** Ends the app without a question: the page has asked, or the system wants it. */
  now(): void;
  /** Whether the app is ending, so that windows close for good. */
  isDecided(): boolean;
}

export interface QuittingOptions {
  readonly settingsFile: string;
  /** The meshes that are up, and how many agents run in them. */
  facts(): QuitFacts;
  /** Brings a mesh down; rejects with a Fault in words. */
  stopMesh(mesh: string): Promise<void>;
  readonly log: ShellLog;
}

/** Decides how the app ends. */
export function createQuitting(o: QuittingOptions): Quitting {
  let isDecided = false;
  let isAsking = false;

  function now(): void {
    isDecided = true;
    app.quit();
  }

  async function request(): Promise<void> {
    if (isDecided || isAsking) return;
    isAsking = true;
    try {
      const choice = await choose(o);
      if (choice === undefined) return;
      if (choice === 'stop') await stopAll(o);
      now();
    } catch (error) {
      dialog.showErrorBox('Cotal was not ended', messageOf(error));
    } finally {
      isAsking = false;
    }
  }

  app.on('before-quit', (event) => {
    if (isDecided) return;
    // The system's own way to quit, as from the dock: it is asked about like any other.
    event.preventDefault();
    void request();
  });
  return { request, now, isDecided: () => isDecided };
}

/** What to do, or nothing when the person changed their mind. */
async function choose(o: QuittingOptions): Promise<QuitChoice | undefined> {
  const facts = o.facts();
  if (facts.meshes.length === 0) return 'close';
  const kept = await readJson(o.settingsFile, settingsSchema, '').catch(() => undefined);
  if (kept !== undefined && kept.quit !== null) return kept.quit;
  const { message, detail, stop } = quitQuestion(facts);
  const { response, checkboxChecked } = await dialog.showMessageBox({
    type: 'question',
    title: app.name,
    message,
    detail,
    buttons: ['Close; agents go on', stop, 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
    checkboxLabel: 'Do not ask again',
    checkboxChecked: false,
  });
  const choice = response === 0 ? 'close' : response === 1 ? 'stop' : undefined;
  if (choice !== undefined && checkboxChecked) {
    await writeJson(o.settingsFile, { quit: choice }).catch(() => o.log('settings-not-kept'));
  }
  return choice;
}

async function stopAll({ facts, stopMesh }: QuittingOptions): Promise<void> {
  for (const mesh of facts().meshes) await stopMesh(mesh);
}
