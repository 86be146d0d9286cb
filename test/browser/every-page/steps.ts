import type { Page } from 'playwright-core';

/** Waits for a link. */
export const link = (name: string | RegExp) => (page: Page) =>
  page.getByRole('link', { name }).first().waitFor();

/** Waits for a text. */
export const text = (wanted: string | RegExp) => (page: Page) =>
  page.getByText(wanted).first().waitFor();

/** Waits for a heading. */
export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor();

/** Presses the first button with a name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

/** Chooses from the menu of a row. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
}

/** Closes a dialog or menu, and waits until it is gone. */
export async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').or(page.getByRole('menu')).waitFor({ state: 'detached' });
}
