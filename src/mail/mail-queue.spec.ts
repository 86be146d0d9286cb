import { setTimeout as sleep } from 'node:timers/promises';
import { MailQueue, type MailQueueSettings } from './mail-queue.js';

/** A queue whose deliveries are done by `deliver`, with a record of what failed. */
function queueOf(
  deliver: (item: string) => Promise<void>,
  settings: Partial<MailQueueSettings<string>> = {},
) {
  const failures: [string, boolean][] = [];
  const queue = new MailQueue<string>({
    deliver,
    isTransient: () => true,
    onFailure: (item, _, isFinal) => void failures.push([item, isFinal]),
    capacity: 10,
    pausesMs: [5, 5],
    patienceMs: 200,
    ...settings,
  });
  return { queue, failures };
}

describe('the queue of mails', () => {
  it('tries again after a failure, and gives up in the end', async () => {
    const attempts: string[] = [];
    const { queue, failures } = queueOf(async (item) => {
      attempts.push(item);
      if (item === 'bad' || attempts.length === 1) throw new Error('later');
    });
    queue.add('good');
    queue.add('bad');
    await sleep(100);
    expect(attempts.filter((item) => item === 'good')).toHaveLength(2);
    expect(attempts.filter((item) => item === 'bad')).toHaveLength(3);
    expect(failures.filter(([, isFinal]) => isFinal)).toEqual([['bad', true]]);
  });

  it('does not try again what cannot work', async () => {
    const { queue, failures } = queueOf(() => Promise.reject(new Error('no such mailbox')), {
      isTransient: () => false,
    });
    queue.add('one');
    await sleep(50);
    expect(failures).toEqual([['one', true]]);
  });

  it('lets others pass while one waits for its next attempt', async () => {
    const delivered: string[] = [];
    const { queue } = queueOf(
      async (item) => {
        if (item.startsWith('full')) throw new Error('mailbox full');
        delivered.push(item);
      },
      { pausesMs: [10_000] },
    );
    for (const item of ['full 1', 'full 2', 'full 3', 'good']) queue.add(item);
    await sleep(20);
    expect(delivered).toEqual(['good']);
    await queue.stop();
  });

  it('is bounded', async () => {
    const { queue, failures } = queueOf(() => sleep(20), { capacity: 3 });
    for (const item of ['a', 'b', 'c', 'd']) queue.add(item);
    expect(failures).toEqual([['d', true]]);
    await queue.stop();
  });

  it('tries a last time when it stops, and takes no more', async () => {
    let isDown = true;
    const delivered: string[] = [];
    const { queue, failures } = queueOf(
      async (item) => {
        if (isDown) throw new Error('down');
        delivered.push(item);
      },
      { pausesMs: [10_000] },
    );
    queue.add('a');
    await sleep(10);
    isDown = false;
    await queue.stop();
    expect(delivered).toEqual(['a']);
    queue.add('b');
    expect(failures.at(-1)).toEqual(['b', true]);
  });

  it('does not wait for ever when it stops', async () => {
    const { queue } = queueOf(() => sleep(5_000, undefined, { ref: false }), { patienceMs: 20 });
    queue.add('a');
    const begin = performance.now();
    await queue.stop();
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});
