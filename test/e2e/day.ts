import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a person does in the window, said as they would; each step waits for what they would see. */

export const PATIENT = { timeout: 20_000 };

export const terminal = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: `Terminal of ${name}` });

/** The text on a terminal's screen, wherever it is drawn. */
export async function expectScreen(page: Page, name: string, text: string | RegExp): Promise<void> {
  await expect.poll(() => terminal(page, name).locator('.xterm-screen').innerText(), PATIENT).toMatch(text);
}

/** The view with this title is shown. */
export async function expectView(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor(PATIENT);
}

/** Presses Tab until something has the focus; fails when it never gets there. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the focus never got to ${wanted.toString()}`);
}
