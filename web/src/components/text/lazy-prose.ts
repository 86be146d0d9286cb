import { lazy } from 'react';

const load = () => import('./prose.js').then(({ Prose }) => ({ default: Prose }));

/**
 * `Prose`, loaded lazily because its Markdown parser is a quarter of all scripts of a trace. The
 * page shows its frame and tree without it; text waits in the nearest `Suspense`.
 */
export const LazyProse = lazy(load);

/**
 * Starts to load `Prose`. Pages that will show text call this when they are loaded, so that `Prose`
 * arrives with the first data, not after it. If loading fails, rendering tries again.
 */
export function preloadProse(): void {
  load().catch(() => undefined);
}
