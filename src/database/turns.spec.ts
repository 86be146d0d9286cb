import { setImmediate } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('lets so many work at once, and the others in their order, whatever became of the first', async () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    const ends: ((failure?: Error) => void)[] = [];
    const works = Array.from({ length: 5 }, (_, at) =>
      turns.take(
        () =>
          new Promise<number>((resolve, reject) => {
            begun.push(at);
            ends.push((failure) => (failure ? reject(failure) : resolve(at)));
          }),
      ),
    );
    expect(begun).toEqual([0, 1]);
    ends[1]?.(new Error('failed'));
    await expect(works[1]).rejects.toThrow('failed');
    await setImmediate();
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await setImmediate();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    ends[3]?.();
    ends[4]?.();
    expect(await Promise.all([works[0], ...works.slice(2)])).toEqual([0, 2, 3, 4]);
    expect(await turns.take(() => Promise.resolve('later'))).toBe('later');
  });
});
