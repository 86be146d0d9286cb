import type { Page } from 'playwright-core';

/** The first administrator of every server. */
export const ADMIN = 'admin@localhost';

/** The browser's own log line for a refused request. */
const REFUSED = /Failed to load resource: the server responded with a status of (401|422|429)/;

/** Console errors, except failed requests, which the browser always logs. */
export function complaints(errors: string[]): string[] {
  return errors.splice(0).filter((text) => !REFUSED.test(text));
}

/** Fills in and submits the sign-in form. */
export async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Waits for the page with this heading. */
export function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** The button of the menu with what belongs to the signed-in user. */
export const accountButton = (page: Page) => page.getByRole('button', { name: 'Account' });

/** Signs out as users do. */
export async function signOut(page: Page): Promise<void> {
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await heading(page, 'You have signed out');
}
