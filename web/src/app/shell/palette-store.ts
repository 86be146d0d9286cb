import { createSpotlight } from '@mantine/spotlight';

/** The command palette, opened from the bar or by its keys. */
export const [paletteStore, palette] = createSpotlight();

/** Opens the command palette. */
export function openPalette(): void {
  palette.open();
}
