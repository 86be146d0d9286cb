import { findPause } from './retry-schedule.js';

const HOUR_MS = 3_600_000;
describe('the schedule of attempts', () => {
  it('waits longer each time, and ends after a day', () => {
    const pauses: number[] = [];
    for (let attempts = 1; ; attempts++) {
      const pause = findPause(attempts, null);
      if (pause === null) break;
      pauses.push(pause);
    }
    expect(pauses).toHaveLength(9);
    expect(pauses[0]).toBeLessThan(6_000);
    expect(pauses.slice(0, 7).toSorted((a, b) => a - b)).toEqual(pauses.slice(0, 7));
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThan(24 * HOUR_MS);
    expect(total).toBeLessThan(27 * HOUR_MS);
  });

  it('waits as long as a receiver asks for, up to six hours', () => {
    expect(findPause(1, 60_000)).toBeGreaterThanOrEqual(60_000);
    expect(findPause(1, 1_000)).toBeGreaterThanOrEqual(5_000);
    expect(findPause(1, 100 * HOUR_MS)).toBeLessThan(7 * HOUR_MS);
  });
});
