/**
 * Yields what several generators yield, as it comes.
 * @param limit how many of them run at the same time.
 */
export async function* mergeGenerators<T>(
  starts: readonly (() => AsyncGenerator<T, void>)[],
  limit: number,
): AsyncGenerator<T, void> {
  const waiting = starts.values();
  const running = new Map<AsyncGenerator<T, void>, Promise<Step<T>>>();
  const advance = (generator: AsyncGenerator<T, void>) => {
    const step = generator.next().then((result) => ({ generator, result }));
    // Several may fail; the first failure is what the caller sees.
    step.catch(() => undefined);
    running.set(generator, step);
  };
  const startNext = () => {
    const { value: start } = waiting.next();
    if (start) advance(start());
  };
  try {
    for (let started = 0; started < limit; started++) startNext();
    while (running.size > 0) {
      const { generator, result } = await Promise.race(running.values());
      if (result.done) {
        running.delete(generator);
        startNext();
      } else {
        advance(generator);
        yield result.value;
      }
    }
  } finally {
    await Promise.allSettled([...running.keys()].map((generator) => generator.return()));
  }
}

interface Step<T> {
  generator: AsyncGenerator<T, void>;
  result: IteratorResult<T, void>;
}
