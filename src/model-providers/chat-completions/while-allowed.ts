import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks while nothing arrives. `assertAccess` itself looks once a second. */
const LOOK_MS = 2_000;

/**
 * Yields events until their reader loses access, also while none arrives. Then it cancels the work, so that
 * nobody pays for an answer without a reader.
 * @param assertAccess throws once the reader has lost access.
 * @throws what `assertAccess` throws.
 */
export async function* whileAllowed<T>(
  events: AsyncIterable<T>,
  assertAccess: (() => Promise<void>) | undefined,
  work: AbortController,
  lookMs = LOOK_MS,
): AsyncGenerator<T, void> {
  const rest = events[Symbol.asyncIterator]();
  const begin = () => {
    const next = rest.next();
    // The reader may leave, or lose access, before it fails.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = begin(); ;) {
      const event = await firstOf(next, lookMs);
      await assertAccess?.();
      if (event === null) continue;
      if (event.done) return;
      yield event.value;
      next = begin();
    }
  } finally {
    work.abort();
    await rest.return?.();
  }
}

/** Returns null if it takes longer. */
async function firstOf<T>(next: Promise<T>, ms: number): Promise<T | null> {
  const waiting = new AbortController();
  const late = pause(ms, null, { signal: waiting.signal, ref: false }).catch(() => null);
  return Promise.race([next, late]).finally(() => waiting.abort());
}
