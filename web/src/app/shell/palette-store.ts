import { createSpotlight } from '@mantine/spotlight';

/** The state of the command palette, opened from the top bar or with its keys. */
export const [paletteStore, palette] = createSpotlight();

/** Opens the command palette. */
export function openPalette(): void {
  palette.open();
}
