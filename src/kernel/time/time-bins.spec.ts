import { listBins, MAX_BINS, TimeBinScale } from './time-bins.js';

const list = (start: string, end: string, scale: keyof typeof TimeBinScale, rest = {}) =>
  listBins(
    { start: new Date(start), end: new Date(end) },
    { scale: TimeBinScale[scale], utcOffsetMinutes: 0, step: 1, ...rest },
  ).map((bin) => bin.toISOString().replace(':00.000Z', ''));

describe('listBins', () => {
  it('begins with the bin that contains the start, and ends before the end', () => {
    expect(list('2024-03-01T10:20:30Z', '2024-03-01T13:00:00Z', 'HOUR')).toEqual([
      '2024-03-01T10:00',
      '2024-03-01T11:00',
      '2024-03-01T12:00',
    ]);
    expect(list('2024-03-01T10:20:30Z', '2024-03-01T10:20:31Z', 'MINUTE')).toHaveLength(1);
  });

  it('lists nothing for an empty range', () => {
    expect(list('2024-03-01T10:00:00Z', '2024-03-01T10:00:00Z', 'HOUR')).toEqual([]);
    expect(list('2024-03-01T10:00:00Z', '2023-03-01T10:00:00Z', 'HOUR')).toEqual([]);
  });

  it.each([
    ['DAY', 60, ['2024-02-29T23:00', '2024-03-01T23:00']],
    ['DAY', -330, ['2024-03-01T05:30', '2024-03-02T05:30']],
    ['WEEK', 0, ['2024-02-26T00:00']],
    ['MONTH', 120, ['2024-02-29T22:00']],
    ['YEAR', 0, ['2024-01-01T00:00']],
  ] as const)('begins a %s where it begins %i minutes ahead of UTC', (scale, offset, expected) => {
    const bins = list('2024-03-01T12:00:00Z', '2024-03-02T12:00:00Z', scale, {
      utcOffsetMinutes: offset,
    });
    expect(bins).toEqual(expected);
  });

  it('lists bins of several units', () => {
    expect(list('2024-03-01T10:07:00Z', '2024-03-01T10:20:00Z', 'MINUTE', { step: 5 })).toEqual([
      '2024-03-01T10:05',
      '2024-03-01T10:10',
      '2024-03-01T10:15',
    ]);
    expect(list('2024-01-01T00:00:00Z', '2024-07-01T00:00:00Z', 'MONTH', { step: 3 })).toEqual([
      '2024-01-01T00:00',
      '2024-04-01T00:00',
    ]);
  });

  it('lists the first years', () => {
    const years = list('0001-06-01T00:00:00Z', '0003-01-01T00:00:00Z', 'YEAR', {
      utcOffsetMinutes: 60,
    });
    expect(years).toEqual(['0001-01-01T00:00', '0001-12-31T23:00', '0002-12-31T23:00']);
  });

  it('refuses too many bins', () => {
    const start = Date.UTC(2024, 0, 1);
    const after = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
    expect(list(after(0), after(MAX_BINS), 'MINUTE')).toHaveLength(MAX_BINS);
    expect(() => list(after(0), after(MAX_BINS + 1), 'MINUTE')).toThrow(/more than 2000 bins/);
  });
});
