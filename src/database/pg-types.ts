import pg from 'pg';
import { parseJson } from '../common/json/json.js';

const INT8 = 20;
const JSON_TEXT = 114;
const TIMESTAMPTZ = 1184;

/** PostgreSQL prints at most microseconds and drops trailing zeros; the wire wants six or none. */
const TIMESTAMP = /^(\d{4,})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::?00)?$/;

/**
 * Renders PostgreSQL's text of a UTC `timestamptz` as the API writes times:
 * `2024-03-01T10:00:00.120000+00:00`, without a fraction when it is zero. A JS Date would drop the
 * microseconds. Infinity and dates before year 1 are left as they are; neither can be stored.
 */
export function wireTime(text: string): string {
  const match = TIMESTAMP.exec(text);
  if (!match) return text;
  const [, year, month, day, time, fraction] = match;
  const micros = fraction ? `.${fraction.padEnd(6, '0')}` : '';
  return `${year}-${month}-${day}T${time}${micros}+00:00`;
}

/**
 * Type parsers for every connection: int8 as number (row ids stay below 2^53), times as text, `json`
 * without loss (`RawNumber`s stand for what JavaScript cannot hold).
 */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text') => {
    if (format === 'text' && oid === INT8) return Number;
    if (format === 'text' && oid === TIMESTAMPTZ) return wireTime;
    if (format === 'text' && oid === JSON_TEXT) return parseJson;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};
