import { durationMs, formatMicros, parseWireTime, parseTime } from './time.js';

const read = (text: string) => {
  const parsed = parseTime(text);
  return parsed && formatMicros(parsed.micros);
};

describe('parseTime', () => {
  it.each([
    ['2024-03-01', '2024-03-01T00:00:00+00:00'],
    ['2024-03-01T10:00', '2024-03-01T10:00:00+00:00'],
    ['2024-03-01 10:00:00', '2024-03-01T10:00:00+00:00'],
    ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00+00:00'],
    ['2024-03-01T10:00:00+0200', '2024-03-01T08:00:00+00:00'],
    ['2024-03-01T10:00:00-05:30', '2024-03-01T15:30:00+00:00'],
    ['2024-03-01T10:00:00.1234569Z', '2024-03-01T10:00:00.123456+00:00'],
    ['1709287200', '2024-03-01T10:00:00+00:00'],
    ['1709287200.5', '2024-03-01T10:00:00.500000+00:00'],
    ['1709287200000', '2024-03-01T10:00:00+00:00'],
    ['20240301', '1970-08-23T06:18:21+00:00'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+00:00'],
    ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999+00:00'],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    '',
    'null',
    'yesterday',
    '2024-02-30',
    '2024-03-01T25:00',
    '0000-01-01',
    '2024-03-01T10:00:00 00:00',
  ])('refuses %j', (text) => {
    expect(parseTime(text)).toBeNull();
  });

  it('reports whether there was an offset', () => {
    expect(parseTime('2024-03-01T10:00:00')?.hasOffset).toBe(false);
    expect(parseTime('2024-03-01T10:00:00Z')?.hasOffset).toBe(true);
  });

  it('keeps microseconds through a round trip', () => {
    expect(formatMicros(parseWireTime('2024-03-01T10:00:00.000001+00:00'))).toBe(
      '2024-03-01T10:00:00.000001+00:00',
    );
    expect(durationMs('2024-03-01T10:00:00+00:00', '2024-03-01T10:00:00.001500+00:00')).toBe(1.5);
  });
});
