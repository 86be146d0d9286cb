import { readPeriod, readRange, text } from './inputs.js';

const NOW = new Date('2026-03-10T12:00:00Z');

describe('a range of time', () => {
  it('takes times before now and in ISO 8601', () => {
    expect(readRange({ start: '-36h', end: '2026-03-10T00:00:00+02:00' }, NOW)).toEqual({
      start: '2026-03-09T00:00:00.000Z',
      end: '2026-03-09T22:00:00+00:00',
    });
  });

  it('is open where no time is given', () => {
    expect(readRange({}, NOW)).toEqual({});
  });

  it('covers the last 7 days for figures', () => {
    expect(readPeriod({}, NOW)).toEqual({
      start: '2026-03-03T12:00:00.000Z',
      end: '2026-03-10T12:00:00.000Z',
    });
  });

  it('begins 7 days before an earlier end', () => {
    expect(readPeriod({ end: '2026-02-08T00:00:00Z' }, NOW)).toEqual({
      start: '2026-02-01T00:00:00.000Z',
      end: '2026-02-08T00:00:00+00:00',
    });
  });

  it('has a start before its end', () => {
    const error = /^The range is empty: its start, .*, is not before its end, /;
    expect(() => readRange({ start: '-1h', end: '-2h' }, NOW)).toThrow(error);
    expect(() => readRange({ start: '-1h', end: '-1h' }, NOW)).toThrow(error);
    expect(() => readPeriod({ start: '2027-01-01T00:00:00Z' }, NOW)).toThrow(error);
    const micros = { start: '2026-01-01T00:00:00.000001Z', end: '2026-01-01T00:00:00.000002Z' };
    expect(() => readRange(micros, NOW)).not.toThrow();
  });

  it.each(['yesterday', '-7', '-7x', '7d', '-99999d', ''])('refuses %j', (start) => {
    expect(() => readRange({ start }, NOW)).toThrow(`"${start}" is not a time. Use ISO 8601`);
  });
});

describe('text', () => {
  it('refuses NUL characters, which cannot be stored', () => {
    expect(text(5).safeParse('a\0').error?.issues).toMatchObject([
      { message: 'must not contain a NUL character' },
    ]);
    expect(text(5).safeParse('abcdef').success).toBe(false);
  });
});
