import { MisuseError } from '../../errors/command-error.js';

const UNITS: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Options that limit a list to a time. */
export interface TimeOptions {
  since?: string;
  from?: string;
  to?: string;
}

/** The parameters of the REST API for a time. */
export interface TimeQuery {
  start_time?: string;
  end_time?: string;
}

/**
 * Reads the options that limit a list to a time.
 * @throws MisuseError if one is not a time, or if `--since` is combined with `--from`.
 */
export function readTimeRange({ since, from, to }: TimeOptions, now = new Date()): TimeQuery {
  if (since !== undefined && from !== undefined) {
    throw new MisuseError('Use either --since or --from.');
  }
  const start = since === undefined ? from : undefined;
  return {
    ...(since === undefined ? {} : { start_time: readAge(since, now) }),
    ...(start === undefined ? {} : { start_time: readTime('--from', start, now) }),
    ...(to === undefined ? {} : { end_time: readTime('--to', to, now) }),
  };
}

function readAge(text: string, now: Date): string {
  const match = /^(\d{1,6})([smhdw])$/.exec(text.trim());
  if (!match) {
    throw new MisuseError(`--since must be a time span such as 30m, 12h, 1d or 2w, not "${text}".`);
  }
  return new Date(now.getTime() - Number(match[1]) * UNITS[match[2]!]!).toISOString();
}

/** Dates, and times without an offset, are in the time zone of this machine. */
function readTime(option: string, text: string, now: Date): string {
  const word = text.trim().toLowerCase();
  if (word === 'now') return now.toISOString();
  const daysAgo = ['today', 'yesterday'].indexOf(word);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(word);
  const time =
    daysAgo >= 0
      ? new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
      : new Date(
          isDay ? `${word}T00:00:00` : /^\d{4}-\d\d-\d\d[t ]/.test(word) ? text.trim() : NaN,
        );
  if (Number.isNaN(time.getTime())) {
    throw new MisuseError(
      `${option} must be a time such as 2026-03-01, 2026-03-01T10:00, today or yesterday, not "${text}".`,
    );
  }
  return time.toISOString();
}
