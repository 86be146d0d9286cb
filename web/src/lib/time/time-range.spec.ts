import {
  describeTimeRange,
  parseDuration,
  readTimeRange,
  resolveTimeRange,
  toTimeRangeKey,
  replaceTimeRange,
} from './time-range.js';

const now = Date.parse('2026-03-10T12:00:00Z');

describe('parseDuration', () => {
  it.each([
    ['25m', 1_500_000],
    ['25 min', 1_500_000],
    ['1.5h', 5_400_000],
    ['2 days', 172_800_000],
    ['3W', 1_814_400_000],
    ['45s', 45_000],
  ])('reads %s', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(['', 'm', '0m', '-5m', '5', '5 parsecs', '99999999d'])('refuses %p', (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );
});

describe('readTimeRange', () => {
  it('accepts keys, typed durations and times', () => {
    expect(readTimeRange({ timeRangeKey: '1h' })).toEqual({ timeRangeKey: '1h' });
    expect(readTimeRange({ timeRangeKey: '25 min' })).toEqual({ timeRangeKey: '25m' });
    expect(readTimeRange({ timeRangeStart: '2026-03-01T00:00:00Z' })).toEqual({
      timeRangeStart: '2026-03-01T00:00:00.000Z',
    });
  });

  it('falls back to the default, which is not written', () => {
    expect(readTimeRange({ timeRangeKey: 'yesterdayish' })).toEqual({});
    expect(readTimeRange({ timeRangeKey: '7d' })).toEqual({});
    expect(readTimeRange({ timeRangeStart: 'not a time' })).toEqual({});
  });

  it('prefers times to a key', () => {
    const search = { timeRangeKey: '1h', timeRangeEnd: '2026-03-01T00:00:00Z' };
    expect(readTimeRange(search).timeRangeKey).toBeUndefined();
  });
});

describe('resolveTimeRange', () => {
  it('counts back from now and leaves the end open', () => {
    expect(resolveTimeRange({ timeRangeKey: '1h' }, now)).toEqual({
      start: '2026-03-10T11:00:00.000Z',
    });
    expect(resolveTimeRange({}, now)).toEqual({ start: '2026-03-03T12:00:00.000Z' });
    expect(resolveTimeRange({ timeRangeKey: 'all' }, now)).toEqual({});
  });
});

describe('describeTimeRange', () => {
  it('names presets and typed durations', () => {
    expect(describeTimeRange({})).toBe('Last 7 days');
    expect(describeTimeRange({ timeRangeKey: '25m' })).toBe('Last 25 m');
    expect(describeTimeRange({ timeRangeEnd: '2026-03-01T00:00:00Z' })).toMatch(/^Until /);
  });
});

describe('replaceTimeRange', () => {
  it('replaces one kind of range with the other', () => {
    const custom = replaceTimeRange({ sort: 'a', timeRangeKey: '1h' }, { timeRangeStart: 'x' });
    expect(custom).toMatchObject({ sort: 'a', timeRangeKey: undefined, timeRangeStart: 'x' });
    expect(replaceTimeRange({}, { timeRangeKey: '7d' }).timeRangeKey).toBeUndefined();
    expect(toTimeRangeKey('7 days')).toBe('7d');
  });
});
