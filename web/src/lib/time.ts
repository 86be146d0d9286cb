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

/** A time in full, in the viewer's zone: `20 Nov 2026, 14:06:59.120 UTC`. */
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
  }).format(new Date(time));
}

/** A time for a table cell: `14:06:59` today, `18 Nov, 09:10` this year, else with the year. */
export function formatShort(time: string | number | Date, now: number = Date.now()): string {
  const date = new Date(time);
  const today = new Date(now);
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  if (date.toDateString() === today.toDateString()) {
    return new Intl.DateTimeFormat('en-GB', { ...clock, second: '2-digit' }).format(date);
  }
  const sameYear = date.getFullYear() === today.getFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? clock : { year: 'numeric' }),
  }).format(date);
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
