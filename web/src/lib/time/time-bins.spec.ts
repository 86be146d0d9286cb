import { chooseTimeBins, toTimeRange } from './time-bins.js';

const HOUR = 3_600_000;

describe('chooseTimeBins', () => {
  it.each([
    [0.25, 'MINUTE', 1],
    [1, 'MINUTE', 1],
    [12, 'MINUTE', 10],
    [24, 'MINUTE', 15],
    [24 * 7, 'HOUR', 2],
    [24 * 30, 'HOUR', 12],
    [24 * 365, 'WEEK', 1],
    [24 * 365 * 10, 'MONTH', 3],
    [24 * 365 * 9000, 'YEAR', 20],
  ])('divides %d hours into bins of a %s times %i', (hours, scale, step) => {
    expect(chooseTimeBins(0, hours * HOUR)).toMatchObject({ scale, step });
  });
});

describe('toTimeRange', () => {
  it('leaves out what lies before the range that is shown', () => {
    expect(toTimeRange(0, 2 * HOUR, HOUR)).toEqual({
      timeRangeStart: '1970-01-01T01:00:00.000Z',
      timeRangeEnd: '1970-01-01T02:00:00.000Z',
    });
    expect(toTimeRange(HOUR, 2 * HOUR, 0).timeRangeStart).toBe('1970-01-01T01:00:00.000Z');
  });
});
