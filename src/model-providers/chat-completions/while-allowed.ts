import { markPauses } from '../../kernel/access/stream-text.js';

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
  try {
    for await (const event of markPauses(events, lookMs)) {
      // Canceled at once, because a provider that is silent would keep the loop from ending.
      await assertAccess?.().catch((error: unknown) => {
        work.abort();
        throw error;
      });
      if (event !== null) yield event;
    }
  } finally {
    work.abort();
  }
}
