import { lazy } from 'react';

const load = () => import('./prose.js').then(({ Prose }) => ({ default: Prose }));

/**
 * `Prose`, loaded lazily because its Markdown parser is a quarter of all scripts of a trace. The
 * page shows its frame and tree without it; text waits in the nearest `Suspense`.
 */
export const LazyProse = lazy(load);

// Loaded together with the first data, not after it. If loading fails, rendering tries again.
load().catch(() => undefined);
