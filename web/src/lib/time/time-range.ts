import { formatDuration } from '../format/numbers.js';
import { type RawSearch, readText } from '../routing/search-params.js';
import { getTimeZone } from './time-zone.js';

/** A time range as stored in the URL: a key such as `7d`, `25m` or `all`, or a start and an end. */
export interface TimeRangeSearch {
  timeRangeKey?: string | undefined;
  timeRangeStart?: string | undefined;
  timeRangeEnd?: string | undefined;
}

/** The times to send to the server, in ISO 8601; the start is inclusive, the end exclusive. */
export interface TimeRange {
  start?: string;
  end?: string;
}

export const DEFAULT_TIME_RANGE_KEY = '7d';

/** The preset time ranges. */
export const TIME_RANGE_PRESETS: readonly { key: string; label: string }[] = [
  { key: '15m', label: 'Last 15 minutes' },
  { key: '1h', label: 'Last hour' },
  { key: '12h', label: 'Last 12 hours' },
  { key: '1d', label: 'Last day' },
  { key: '7d', label: 'Last 7 days' },
  { key: '30d', label: 'Last 30 days' },
  { key: 'all', label: 'All time' },
];

const UNIT_MS: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * Returns the milliseconds of a typed duration such as `25m`, `1.5 h` or `2 days`; undefined for
 * other text.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(s|m|h|d|w)[a-z]*$/.exec(text.trim().toLowerCase());
  const unit = UNIT_MS[match?.[2] ?? ''];
  if (!match || unit === undefined) return undefined;
  const ms = Number(match[1]) * unit;
  return ms > 0 && ms <= 100 * 365 * 86_400_000 ? ms : undefined;
}

/** Returns the key of a typed duration in the URL: `25 min` → `25m`. */
export function toTimeRangeKey(text: string): string | undefined {
  if (text.trim().toLowerCase() === 'all') return 'all';
  if (parseDuration(text) === undefined) return undefined;
  return text
    .trim()
    .toLowerCase()
    .replace(/^([\d.]+)\s*([a-z])[a-z]*$/, '$1$2');
}

/** Reads the time range from the URL; the default if it is unreadable. */
export function readTimeRange(search: RawSearch): TimeRangeSearch {
  const start = readMoment(search, 'timeRangeStart');
  const end = readMoment(search, 'timeRangeEnd');
  if (start || end) return { timeRangeStart: start, timeRangeEnd: end };
  const key = toTimeRangeKey(readText(search, 'timeRangeKey') ?? '');
  return key && key !== DEFAULT_TIME_RANGE_KEY ? { timeRangeKey: key } : {};
}

/**
 * Returns the start and end of a time range. A relative one counts back from `now` and has no end.
 */
export function resolveTimeRange(search: TimeRangeSearch, now: number = Date.now()): TimeRange {
  const { timeRangeStart: start, timeRangeEnd: end } = search;
  if (start || end) return { ...(start ? { start } : {}), ...(end ? { end } : {}) };
  const key = search.timeRangeKey ?? DEFAULT_TIME_RANGE_KEY;
  if (key === 'all') return {};
  const ms = parseDuration(key);
  return ms === undefined ? {} : { start: new Date(now - ms).toISOString() };
}

/** Returns the label of a time range. */
export function describeTimeRange(search: TimeRangeSearch): string {
  const { timeRangeStart: start, timeRangeEnd: end } = search;
  if (start && end) return `${formatMoment(start)} – ${formatMoment(end)}`;
  if (start) return `Since ${formatMoment(start)}`;
  if (end) return `Until ${formatMoment(end)}`;
  const key = search.timeRangeKey ?? DEFAULT_TIME_RANGE_KEY;
  const preset = TIME_RANGE_PRESETS.find((item) => item.key === key);
  return preset?.label ?? `Last ${formatDuration(parseDuration(key) ?? 0)}`;
}

/** Returns a time range with the keys it replaces in the URL. */
export function replaceTimeRange<T extends object>(
  search: T,
  range: TimeRangeSearch,
): T & TimeRangeSearch {
  return {
    ...search,
    timeRangeKey: range.timeRangeKey === DEFAULT_TIME_RANGE_KEY ? undefined : range.timeRangeKey,
    timeRangeStart: range.timeRangeStart,
    timeRangeEnd: range.timeRangeEnd,
  };
}

function readMoment(search: RawSearch, key: string): string | undefined {
  const text = readText(search, key);
  if (!text || Number.isNaN(Date.parse(text))) return undefined;
  return new Date(text).toISOString();
}

function formatMoment(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: getTimeZone(),
  }).format(new Date(iso));
}
