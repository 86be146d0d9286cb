/**
 * Yields the events of a subscription. A reader that leaves aborts the signal at once, even while the next
 * event is being made; a generator alone would notice only after that event.
 */
export function abortable<T>(
  generate: (signal: AbortSignal) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const left = new AbortController();
  const events = generate(left.signal);
  const end = async (): Promise<IteratorResult<T, void>> => {
    left.abort();
    await events.return().catch(() => undefined);
    return { done: true, value: undefined };
  };
  return {
    async next() {
      try {
        return await events.next();
      } catch (error) {
        if (left.signal.aborted) return { done: true, value: undefined };
        throw error;
      }
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
}
