import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { openPalette, paletteStore } from './palette-store.js';

const CommandPalette = lazy(() =>
  import('./command-palette.js').then((module) => ({ default: module.CommandPalette })),
);

/** The command palette. Loads nothing until it is first opened. */
export function LazyPalette() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => paletteStore.subscribe(() => setIsWanted(true)), []);
  // Once loaded, the palette listens for its keys itself.
  useHotkeys(isWanted ? [] : [['mod+K', openPalette]]);
  return isWanted ? (
    <Suspense fallback={null}>
      <CommandPalette />
    </Suspense>
  ) : null;
}
