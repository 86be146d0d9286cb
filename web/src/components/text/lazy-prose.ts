import { lazy } from 'react';

const load = () => import('./prose.js').then(({ Prose }) => ({ default: Prose }));

/**
 * `Prose`, of which the Markdown parser is a quarter of all scripts a trace needs. A page shows its
 * frame and tree without it; what holds text waits in the nearest `Suspense`.
 */
export const LazyProse = lazy(load);

// Asked for beside the first data rather than after it. What fails here is asked for again when drawn.
load().catch(() => undefined);
