import { screen, within } from '@testing-library/react/pure';

/** The button with exactly this name. */
export const button = (name: string) => screen.getByRole('button', { name });

/** Whether the button with exactly this name is pressed. */
export const isPressed = (name: string) => button(name).getAttribute('aria-pressed') === 'true';

/** The link with exactly this name. */
export const link = (name: string) => screen.getByRole('link', { name });

/** The text field with exactly this name. */
export const field = (name: string) => screen.getByRole('textbox', { name });

/** The select or combobox with exactly this name. */
export const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });

/** Queries in the open dialog with exactly this name. */
export const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

/** The item of the open menu with exactly this name. */
export const item = (name: string) => screen.getByRole('menuitem', { name });

/** The option of an open combobox, or of a select, with exactly this name. */
export const option = (name: string) => screen.getByRole('option', { name });

/** The row of a table whose cells match. */
export const row = (name: RegExp | string) => screen.getByRole('row', { name });

/** The texts of all elements with a role, in order. */
export const listTexts = (role: string) =>
  screen.queryAllByRole(role).map(({ textContent }) => textContent);
