import { type RawSearch, readOneOf, readText } from '../../../lib/routing/search-params.js';
import { readTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import { LOG_SEVERITIES, type LogSeverity } from '../../../components/logs/severity.js';

/** The URL state of the logs tab. */
export interface LogsSearch extends TimeRangeSearch {
  /** Part of the body. */
  search?: string | undefined;
  /** Lists only records that are at least as severe. */
  severity?: LogSeverity | undefined;
  event?: string | undefined;
  service?: string | undefined;
  /** Global ID of the open record. */
  record?: string | undefined;
}

/** Reads the state of the logs tab from the URL, and drops invalid values. */
export function readLogsSearch(search: RawSearch): LogsSearch {
  return {
    ...readTimeRange(search),
    search: readText(search, 'search'),
    severity: readOneOf(search, 'severity', LOG_SEVERITIES),
    event: readText(search, 'event'),
    service: readText(search, 'service'),
    record: readText(search, 'record'),
  };
}
