import { getTimeZone } from './time-zone.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly [number, string][] = [
  [365 * DAY, 'y'],
  [30 * DAY, 'mo'],
  [7 * DAY, 'w'],
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
];

/**
 * Formats how long ago (or ahead) a time is, in its largest unit: `just now`, `5m ago`, `3d ago`,
 * `in 2h`.
 */
export function formatRelative(time: string | number | Date, now: number = Date.now()): string {
  const distance = now - new Date(time).getTime();
  const size = Math.abs(distance);
  // The clocks of two machines differ a little, and this page updates only every ten seconds.
  if (distance < 5_000 && distance > -15_000) return 'just now';
  let text = `${Math.floor(size / 1000)}s`;
  for (const [step, unit] of STEPS) {
    if (size >= step) {
      text = `${Math.floor(size / step)}${unit}`;
      break;
    }
  }
  return distance >= 0 ? `${text} ago` : `in ${text}`;
}

/** Formats a full time in the user’s time zone: `20 Nov 2026, 14:06:59.120 UTC`. */
export function formatAbsolute(time: string | number | Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'short',
    timeZone: getTimeZone(),
  }).format(new Date(time));
}

/** Formats a time without seconds in the user’s time zone: `20 Nov 2026, 14:06`. */
export function formatMinute(time: string | number | Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: getTimeZone(),
  }).format(new Date(time));
}

/** Formats a time to the second, without the year: `20 Nov, 14:06:59`. */
export function formatSecond(time: string | number | Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: getTimeZone(),
  }).format(new Date(time));
}

/** Formats a short range in the user’s time zone: `20 Nov, 14:00 – 14:30`, or `20 – 26 Nov`. */
export function formatRange(start: number, end: number): string {
  const isShort = end - start < DAY;
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isShort ? { hour: '2-digit', minute: '2-digit' } : {}),
    ...(end - start > 60 * DAY ? { year: 'numeric' } : {}),
    timeZone: getTimeZone(),
  });
  // Days are named inclusively.
  return format.formatRange(start, isShort ? end : end - 1);
}

/**
 * Formats a time on the axis of a chart, in the user’s time zone: `14:00` or `20 Nov` if the next
 * label is less than a day away, then `20 Nov`, and `Nov 2026` from five weeks on.
 */
export function formatTick(time: number, spacing: number): string {
  const isMidnight = (time + getZoneOffset(time)) % DAY === 0;
  const isClock = spacing < DAY && !isMidnight;
  const isMonth = spacing > 35 * DAY;
  return new Intl.DateTimeFormat('en-GB', {
    ...(isClock ? { hour: '2-digit', minute: '2-digit' } : { month: 'short' }),
    ...(isMonth ? { year: 'numeric' } : {}),
    ...(isClock || isMonth ? {} : { day: 'numeric' }),
    timeZone: getTimeZone(),
  }).format(time);
}

/**
 * Returns microseconds since the epoch. `Date` keeps only milliseconds, but spans of one trace
 * often differ by less, so order and offsets within a trace are computed with this.
 */
export function toMicroseconds(iso: string): number {
  const fraction = /\.(\d+)/.exec(iso)?.[1] ?? '';
  const micros = Number(fraction.padEnd(6, '0').slice(3, 6));
  return new Date(iso).getTime() * 1000 + micros;
}

/**
 * Formats a time for a `datetime-local` field: in the user’s time zone, without seconds or zone.
 */
export function formatLocalTime(iso: string | undefined): string {
  if (!iso) return '';
  const time = Date.parse(iso);
  return new Date(time + getZoneOffset(time)).toISOString().slice(0, 16);
}

/** Returns the time entered in a `datetime-local` field; undefined if it is empty. */
export function parseLocalTime(text: string): string | undefined {
  if (text === '') return undefined;
  const wall = Date.parse(`${text}Z`);
  // The offset depends on the time that is being computed; the first guess is less than a day off.
  const nearby = wall - getZoneOffset(wall);
  return new Date(wall - getZoneOffset(nearby)).toISOString();
}

/** Returns the offset of the user’s time zone from UTC at a given time, in milliseconds. */
export function getZoneOffset(time: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: getTimeZone(),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(time / 1000) * 1000;
}
