import { setImmediate as nextPass } from 'node:timers/promises';
import { inRequest, inScope, unlimited } from '../http/request-context.js';
import { currentWork, Work } from './work.js';

describe('the work of an operation', () => {
  it('may reach its limits, but not exceed them', () => {
    const work = new Work({ steps: 10, bytes: 2 * 1024 * 1024 });
    work.addSteps(10);
    work.addText(2 * 1024 * 1024);
    work.addRows(1, 1024);
    expect(() => work.check()).not.toThrow();
    expect(() => work.addText(1)).toThrow(/^The answer is longer than 2 MB\. /);
  });

  it('is refused for the first limit that it exceeds, at every further step', () => {
    const work = new Work({ steps: 10, bytes: 10 });
    work.addRows(1, 5);
    expect(() => work.addSteps(1)).toThrow(/is longer than/);
    expect(() => work.addSteps(100)).toThrow(/is longer than/);
    expect(() => work.addText(0)).toThrow(/is longer than/);
    expect(() => work.check()).toThrow(work.refusal!);
  });

  it('is refused when it takes too long', () => {
    const work = new Work({ seconds: 0 });
    expect(() => work.check()).toThrow(/^The answer takes longer than 0 seconds\. /);
  });

  it('waits for a pass of the event loop after many steps, in the order of asking', async () => {
    const work = new Work();
    expect(work.waitForTurn(25_000)).toBeNull();
    const resumed: number[] = [];
    const waiting = [1, 2, 3].map((n) => work.waitForTurn(20_000)!.then(() => resumed.push(n)));
    await nextPass();
    expect(resumed).toEqual([1, 2]);
    await Promise.all(waiting);
    expect(resumed).toEqual([1, 2, 3]);
    expect(work.waitForTurn(1)).toBeNull();
  });

  it('belongs to the request that started it', () => {
    const context = { requestId: 'x', address: null, userAgent: null };
    inRequest(context, () => {
      expect(currentWork()).toBeUndefined();
      const work = new Work().start();
      expect(currentWork()).toBe(work);
      const limited = { hidden: [1], only: null, lastKnown: 0 };
      inScope(limited, () => {
        expect(currentWork()).toBe(work);
        unlimited(() => expect(currentWork()).toBe(work));
      });
    });
    expect(currentWork()).toBeUndefined();
  });
});
