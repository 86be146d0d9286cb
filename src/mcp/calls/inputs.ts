import { z } from 'zod';
import { BadRequestError } from '../../kernel/errors/errors.js';
import { formatMicros, parseTime } from '../../kernel/time/time.js';

/** Text that PostgreSQL can store. */
export const text = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character');

export const project = text(1_000).describe('Name or `id` of the project.');
export const traceId = text(1_000).describe('The `trace_id` of a trace, or its `id`.');
export const spanId = text(1_000).describe('The `id` of a span, or the ID that its sender chose.');
export const sessionId = text(1_000).describe(
  'The `session_id` of a session, or its `id`. If several projects have a session with this `session_id`, ' +
    'it is the one with the most recent activity.',
);

export const cursor = text(1_000)
  .optional()
  .describe('`next_cursor` of the previous page; leave it out for the first page.');

export const limit = (standard: number, most = 50) =>
  z.int().min(1).max(most).default(standard).describe('The most items to return.');

const FILTER_HINT = 'See describe_filter_language.';

/** A condition in the filter language, on the given rows. */
export const condition = (rows: 'spans' | 'traces' | 'sessions' | 'examples') =>
  text(8_000).optional().describe(`A condition on the ${rows}. ${FILTER_HINT}`);

export const search = text(1_000)
  .optional()
  .describe('Words and "phrases in quotes" that must all occur in the texts of one span.');

const TIME = 'ISO 8601 with an offset, or a time before now, such as "-24h" or "-7d"';

export const start = text(100).optional().describe(`Earliest start, inclusive: ${TIME}.`);
/** The start of a period, for tools that use `readPeriod`. */
export const periodStart = text(100)
  .optional()
  .describe(`Earliest start, inclusive: ${TIME}. 7 days before the end if left out.`);
export const end = text(100).optional().describe(`Latest start, exclusive: ${TIME}.`);

/** The order of a list, by the names that agents have for its columns. */
export const sortBy = <Name extends string>(columns: Readonly<Record<Name, string>>) =>
  z.enum(Object.keys(columns) as Name[]);

export const descending = z
  .boolean()
  .default(true)
  .describe('Whether the newest, slowest or largest come first.');

const AGO = /^-(\d{1,4})(m|h|d|w)$/;
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A range of time whose sides are in ISO 8601. An absent side is open. */
export interface TimeRange {
  start?: string;
  end?: string;
}

/** A range as models give it. */
interface GivenRange {
  start?: string | undefined;
  end?: string | undefined;
}

/**
 * Reads the range of a list.
 * @throws BadRequestError for a text that is not a time, and if nothing can be in the range.
 */
export function readRange({ start: from, end: to }: GivenRange, now: Date): TimeRange {
  const range: TimeRange = {
    ...(from !== undefined && { start: readTime(from, now) }),
    ...(to !== undefined && { end: readTime(to, now) }),
  };
  refuseEmpty(range);
  return range;
}

/**
 * Reads the range of figures: by default, the 7 days before its end.
 * @throws BadRequestError for a text that is not a time, and if nothing can be in the range.
 */
export function readPeriod({ start: from, end: to }: GivenRange, now: Date): Required<TimeRange> {
  const end = to === undefined ? now.toISOString() : readTime(to, now);
  const start = from === undefined ? readTime('-7d', new Date(end)) : readTime(from, now);
  const range = { start, end };
  refuseEmpty(range);
  return range;
}

/** A model would take the empty answer for "nothing happened". */
function refuseEmpty({ start: from, end: to }: TimeRange): void {
  if (from === undefined || to === undefined) return;
  // Dates have no microseconds.
  if (from !== to && Date.parse(from) <= Date.parse(to)) return;
  throw new BadRequestError(
    `The range is empty: its start, ${from}, is not before its end, ${to}.`,
  );
}

function readTime(given: string, now: Date): string {
  const ago = AGO.exec(given);
  if (ago) {
    const ms = Number(ago[1]) * UNIT_MS[ago[2] as keyof typeof UNIT_MS];
    return new Date(now.getTime() - ms).toISOString();
  }
  // Numbers would be seconds since 1970, which nobody means.
  const parsed = /^\d{4}-/.test(given) ? parseTime(given) : null;
  if (parsed === null) throw new BadRequestError(`"${given}" is not a time. Use ${TIME}.`);
  return formatMicros(parsed.micros);
}
