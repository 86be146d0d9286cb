/** The starts that `scripts/test-costs.mjs` counts for each test file. */
export type CountedStart =
  | 'new server'
  | 'reused server'
  | 'server with own settings'
  | 'child process'
  | 'browser context'
  | 'reused page';

/** Kept in the worker's realm, because each test file loads this module again. */
const worker = globalThis as { testCounts?: Partial<Record<CountedStart, number>> };

export function countStart(kind: CountedStart): void {
  const counts = (worker.testCounts ??= {});
  counts[kind] = (counts[kind] ?? 0) + 1;
}
