import { type RangeStep, stepRange } from './range-steps.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 2, 10, 12);

/** Returns the range after a step, as hours of 10 March; no end if it is open. */
function step(start: number, end: number, by: RangeStep): (number | undefined)[] | undefined {
  const midnight = Date.UTC(2026, 2, 10);
  const range = stepRange(midnight + start * HOUR, midnight + end * HOUR, by, NOW);
  const toHour = (time: string | undefined) => time && (Date.parse(time) - midnight) / HOUR;
  return (
    range &&
    [toHour(range.timeRangeStart), toHour(range.timeRangeEnd)].map((hour) => hour || undefined)
  );
}

describe('a step of a time range', () => {
  it('goes half a range earlier or later', () => {
    expect(step(4, 8, 'earlier')).toEqual([2, 6]);
    expect(step(4, 8, 'later')).toEqual([6, 10]);
  });

  it('halves or doubles a range around its middle', () => {
    expect(step(4, 8, 'in')).toEqual([5, 7]);
    expect(step(4, 8, 'out')).toEqual([2, 10]);
  });

  it('never goes beyond now, where the range becomes open', () => {
    expect(step(6, 11, 'later')).toEqual([7, undefined]);
    expect(step(8, 11, 'out')).toEqual([6, undefined]);
    expect(step(8, 12.01, 'out')).toEqual([4, undefined]);
    expect(step(8, 12.01, 'in')).toEqual([9, 11]);
    expect(step(8, 12.01, 'earlier')).toEqual([6, 10]);
  });

  it('is not possible beyond now, or below a minute', () => {
    expect(step(8, 12.01, 'later')).toBeUndefined();
    expect(step(8, 8.02, 'in')).toBeUndefined();
  });
});
