import pg from 'pg';
import { parseJson } from '../kernel/json/json.js';

const INT8 = 20;
const JSON_TEXT = 114;
const TIMESTAMPTZ = 1184;

/** PostgreSQL prints up to six decimals without trailing zeros; the API has six or none. */
const TIMESTAMP = /^(\d{4,})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::?00)?$/;

/**
 * Converts PostgreSQL's text of a UTC `timestamptz` to the API's format,
 * `2024-03-01T10:00:00.120000+00:00`, without a fraction if it is zero. A JavaScript Date would drop
 * the microseconds. Infinity and dates before year 1 stay unchanged; neither can be stored.
 */
export function wireTime(text: string): string {
  const match = TIMESTAMP.exec(text);
  if (!match) return text;
  const [, year, month, day, time, fraction] = match;
  const micros = fraction ? `.${fraction.padEnd(6, '0')}` : '';
  return `${year}-${month}-${day}T${time}${micros}+00:00`;
}

/**
 * Type parsers for every connection: int8 as number (row IDs stay below 2^53), times as text, `json`
 * without loss (`RawNumber` represents numbers that JavaScript cannot).
 */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text') => {
    if (format === 'text' && oid === INT8) return Number;
    if (format === 'text' && oid === TIMESTAMPTZ) return wireTime;
    if (format === 'text' && oid === JSON_TEXT) return parseJson;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};
