import type { ReactNode } from 'react';

/** A command in the palette. */
export interface PaletteCommand {
  id: string;
  label: string;
  icon: ReactNode;
  run: () => void;
}
