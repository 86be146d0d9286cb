import { createSpotlight } from '@mantine/spotlight';

/** The state of the command palette, which opens from the top bar or with its shortcut. */
export const [paletteStore, palette] = createSpotlight();

/** Opens the command palette. */
export function openPalette(): void {
  palette.open();
}
