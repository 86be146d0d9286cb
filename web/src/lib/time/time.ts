import { timeZone } from './time-zone.js';

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

/** How long ago (or ahead) a time is, in its largest unit: `just now`, `5m ago`, `3d ago`, `in 2h`. */
export function formatRelative(time: string | number | Date, now: number = Date.now()): string {
  const distance = now - new Date(time).getTime();
  const size = Math.abs(distance);
  // Clocks of two machines differ a little, and this page's own ticks every ten seconds.
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

/** A time in full, in the zone of the reader: `20 Nov 2026, 14:06:59.120 UTC`. */
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
    timeZone: timeZone(),
  }).format(new Date(time));
}

/** A time to the minute, in the zone of the reader: `20 Nov 2026, 14:06`. */
export function formatMinute(time: string | number | Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone(),
  }).format(new Date(time));
}

/**
 * Microseconds since the epoch. `Date` keeps milliseconds only, while spans of one trace often differ
 * by less, so order and offsets inside a trace are computed with this.
 */
export function toMicroseconds(iso: string): number {
  const fraction = /\.(\d+)/.exec(iso)?.[1] ?? '';
  const micros = Number(fraction.padEnd(6, '0').slice(3, 6));
  return new Date(iso).getTime() * 1000 + micros;
}

/** A moment as a `datetime-local` field holds it: the reader's time to the minute, without a zone. */
export function toLocalTime(iso: string | undefined): string {
  if (!iso) return '';
  const time = Date.parse(iso);
  return new Date(time + zoneOffset(time)).toISOString().slice(0, 16);
}

/** The moment a `datetime-local` field means; undefined when it is empty. */
export function fromLocalTime(text: string): string | undefined {
  if (text === '') return undefined;
  const wall = Date.parse(`${text}Z`);
  // The offset at that moment is known only once the moment is: the first try lies within a day of it.
  const nearby = wall - zoneOffset(wall);
  return new Date(wall - zoneOffset(nearby)).toISOString();
}

/** How far the clocks of the reader's zone are ahead of UTC at a moment, in milliseconds. */
function zoneOffset(time: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone(),
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
