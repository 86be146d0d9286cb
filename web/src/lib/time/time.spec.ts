import { chooseTimeZone } from './time-zone.js';
import {
  formatAbsolute,
  formatMinute,
  formatRelative,
  parseLocalTime,
  formatLocalTime,
  toMicroseconds,
} from './time.js';

const now = Date.parse('2026-03-10T12:00:00Z');

describe('formatRelative', () => {
  it.each([
    ['2026-03-10T11:59:58Z', 'just now'],
    ['2026-03-10T11:59:30Z', '30s ago'],
    ['2026-03-10T11:55:00Z', '5m ago'],
    ['2026-03-10T09:00:00Z', '3h ago'],
    ['2026-03-08T11:00:00Z', '2d ago'],
    ['2026-02-20T12:00:00Z', '2w ago'],
    ['2025-12-10T12:00:00Z', '3mo ago'],
    ['2024-01-10T12:00:00Z', '2y ago'],
    ['2026-03-10T14:00:00Z', 'in 2h'],
  ])('formats %s as %s', (time, text) => expect(formatRelative(time, now)).toBe(text));
});

describe('formatAbsolute', () => {
  it('shows the date, milliseconds and time zone', () => {
    const text = formatAbsolute('2026-03-10T12:00:00.120Z');
    expect(text).toContain('Mar 2026');
    expect(text).toContain('.120');
  });
});

describe('formatMinute', () => {
  it('leaves out seconds', () => {
    expect(formatMinute('2026-03-10T12:00:59.120Z')).toMatch(/^10 Mar 2026, \d\d:00$/);
  });
});

describe('toMicroseconds', () => {
  it('keeps the digits that a Date drops', () => {
    const base = Date.parse('2026-03-10T12:00:00.120Z') * 1000;
    expect(toMicroseconds('2026-03-10T12:00:00.120456+00:00')).toBe(base + 456);
    expect(toMicroseconds('2026-03-10T12:00:00.12+00:00')).toBe(base);
    expect(toMicroseconds('2026-03-10T12:00:00.120Z')).toBe(base);
  });
});

describe('local times', () => {
  it('survive a round trip through a field', () => {
    const iso = '2026-03-10T12:30:00.000Z';
    expect(parseLocalTime(formatLocalTime(iso))).toBe(iso);
  });

  it('stay empty when empty', () => {
    expect(formatLocalTime(undefined)).toBe('');
    expect(parseLocalTime('')).toBeUndefined();
  });
});

describe('a chosen time zone', () => {
  afterEach(() => chooseTimeZone(undefined));

  it('applies to full times', () => {
    chooseTimeZone('Asia/Tokyo');
    expect(formatAbsolute('2026-03-10T20:00:00.120Z')).toContain('11 Mar 2026, 05:00:00.120');
  });

  it.each([
    ['Asia/Kathmandu', '2026-03-10T12:30:00.000Z', '2026-03-10T18:15'],
    ['America/New_York', '2026-03-08T06:59:00.000Z', '2026-03-08T01:59'],
    ['America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00'],
    ['Europe/Vienna', '2026-10-25T02:30:00.000Z', '2026-10-25T03:30'],
    ['Pacific/Kiritimati', '2026-12-31T12:00:00.000Z', '2027-01-01T02:00'],
    ['UTC', '2026-03-10T00:00:00.000Z', '2026-03-10T00:00'],
  ])('applies to fields (%s)', (zone, iso, field) => {
    chooseTimeZone(zone);
    expect(formatLocalTime(iso)).toBe(field);
    expect(parseLocalTime(field)).toBe(iso);
  });
});
