import { AdaptiveLimit } from './adaptive-limit.js';

const NEVER = new AbortController().signal;

/** Starts as many calls as the limit allows at once. */
async function fill(limit: AdaptiveLimit) {
  return Promise.all(Array.from({ length: limit.size }, () => limit.begin(NEVER)));
}

/** Returns whether a promise is settled once everything that is due has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  const turn = new Promise((resolve) => setImmediate(resolve, pending));
  return (await Promise.race([promise, turn])) !== pending;
}

describe('the number of calls at a time', () => {
  it('doubles with each round of answers until the first refusal', async () => {
    const limit = new AdaptiveLimit();
    const first = limit.size;
    for (const end of await fill(limit)) end('succeeded');
    expect(limit.size).toBeGreaterThan(first);
    const second = limit.size;
    const calls = await fill(limit);
    const waiting = Array.from({ length: second * 2 }, () => limit.begin(NEVER));
    for (const end of calls) end('succeeded');
    await Promise.all(waiting.slice(0, second));
    expect(limit.size).toBeGreaterThanOrEqual(second * 2);
  });

  it('falls by a fifth with a refusal, however many calls are refused at once', async () => {
    const limit = new AdaptiveLimit();
    const calls = await fill(limit);
    const before = limit.size;
    for (const end of calls) end({ refusedForMs: 0 });
    expect(limit.size).toBe(Math.floor(before * 0.8));
  });

  it('stays below the number that was refused for a while', async () => {
    const limit = new AdaptiveLimit();
    const before = limit.size;
    const [refused, ...others] = await fill(limit);
    refused!({ refusedForMs: 0 });
    for (const end of others) end('succeeded');
    for (let round = 0; round < 20; round += 1) {
      const calls = await fill(limit);
      const waiting = limit.begin(NEVER);
      for (const end of calls) end('succeeded');
      (await waiting)('succeeded');
    }
    expect(limit.size).toBe(before - 1);
  });

  it('does not grow while calls do not reach it', async () => {
    const limit = new AdaptiveLimit();
    const before = limit.size;
    for (let call = 0; call < 50; call += 1) (await limit.begin(NEVER))('succeeded');
    expect(limit.size).toBe(before);
  });

  it('is zero for as long as the provider asks', async () => {
    const limit = new AdaptiveLimit();
    (await limit.begin(NEVER))({ refusedForMs: 30 });
    const begin = performance.now();
    const next = limit.begin(NEVER);
    expect(await isSettled(next)).toBe(false);
    (await next)('succeeded');
    expect(performance.now() - begin).toBeGreaterThanOrEqual(29);
  });

  it('lets nobody wait who has given up', async () => {
    const limit = new AdaptiveLimit();
    const calls = await fill(limit);
    const canceling = new AbortController();
    const waiting = limit.begin(canceling.signal);
    canceling.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(limit.begin(canceling.signal)).rejects.toThrow('gone');
    for (const end of calls) end('failed');
    expect(limit.idleMs).toBeGreaterThanOrEqual(0);
    expect(await isSettled(limit.begin(NEVER))).toBe(true);
  });
});
