import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { openPalette, paletteStore } from './palette-store.js';

const CommandPalette = lazy(() =>
  import('./command-palette.js').then((module) => ({ default: module.CommandPalette })),
);

/** The command palette, of which nothing is loaded until it is opened for the first time. */
export function LazyPalette() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => paletteStore.subscribe(() => setIsWanted(true)), []);
  // Once it is there it listens for its keys itself.
  useHotkeys(isWanted ? [] : [['mod+K', openPalette]]);
  return isWanted ? (
    <Suspense fallback={null}>
      <CommandPalette />
    </Suspense>
  ) : null;
}
