import { whileAllowed } from './while-allowed.js';

describe('events while their reader has access', () => {
  async function* counting(): AsyncGenerator<number> {
    for (let count = 1; ; count += 1) yield count;
  }

  /** Reads until the end, and returns what arrived with the error. */
  const read = async (
    events: AsyncIterable<number>,
    assertAccess: (() => Promise<void>) | undefined,
    work = new AbortController(),
  ) => {
    const seen: number[] = [];
    try {
      for await (const event of whileAllowed(events, assertAccess, work, 5)) seen.push(event);
      return { seen, error: null, isCanceled: work.signal.aborted };
    } catch (error) {
      return { seen, error: (error as Error).message, isCanceled: work.signal.aborted };
    }
  };
  const loseAfter = (looks: number) => {
    let looked = 0;
    return async () => {
      looked += 1;
      if (looked > looks) throw new Error('Your access has ended.');
    };
  };

  it('are all there, and end as they end', async () => {
    async function* three() {
      yield* [1, 2, 3];
    }
    async function* broken() {
      yield 1;
      throw new Error('The provider broke off.');
    }
    expect(await read(three(), undefined)).toMatchObject({ seen: [1, 2, 3], error: null });
    const failed = await read(broken(), () => Promise.resolve());
    expect(failed).toMatchObject({ seen: [1], error: 'The provider broke off.' });
  });

  it('stop with the first event after the reader has lost access, and cancel the work', async () => {
    const error = 'Your access has ended.';
    expect(await read(counting(), loseAfter(2))).toEqual({ seen: [1, 2], error, isCanceled: true });
    expect(await read(counting(), loseAfter(0))).toEqual({ seen: [], error, isCanceled: true });
  });

  it('stop while none arrives', async () => {
    const work = new AbortController();
    async function* silent(): AsyncGenerator<number> {
      await new Promise((done) => work.signal.addEventListener('abort', done));
      yield* [];
    }
    const error = 'Your access has ended.';
    expect(await read(silent(), loseAfter(3), work)).toEqual({ seen: [], error, isCanceled: true });
  });
});
