import type { ReactNode } from 'react';

/** One entry of the palette. */
export interface PaletteCommand {
  id: string;
  label: string;
  icon: ReactNode;
  run: () => void;
}
