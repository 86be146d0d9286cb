import { isJsonObject, type JsonObject, parseJson } from '../../kernel/json/json.js';
import { formatMicros, parseTime } from '../../kernel/time/time.js';

/** An event of a span. */
export interface StoredEvent {
  name: string;
  /** Wire text. */
  timestamp: string;
  /** As sent, not nested. */
  attributes: JsonObject;
}

/**
 * Parses the events column.
 * @param spanStart used instead of a time that cannot be parsed.
 */
export function parseEvents(json: string | null, spanStart: string): StoredEvent[] {
  const parsed = json === null ? [] : parseJson(json);
  if (!Array.isArray(parsed)) return [];
  return parsed.filter(isJsonObject).map(({ name, timestamp, attributes }) => {
    const time = typeof timestamp === 'string' ? parseTime(timestamp) : null;
    return {
      name: typeof name === 'string' ? name : '',
      timestamp: time ? formatMicros(time.micros) : spanStart,
      attributes: attributes !== undefined && isJsonObject(attributes) ? attributes : {},
    };
  });
}
