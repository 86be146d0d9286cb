import { z } from 'zod';
import { parseCursor } from '../../../kernel/ids/global-id.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../kernel/pagination/page.js';
import {
  queryBoolean,
  queryInt,
  queryList,
  queryNumber,
  queryText,
  queryTime,
} from '../../../kernel/validation/query-fields.js';
import { readRowCondition } from '../../conditions/row-condition.js';
import { readSearch } from '../../span-index/search-text.js';
import { TRACE_REST_SORTS } from '../../fields/trace.js';
import type { TraceListInput } from '../traces.service.js';
import { TraceStatus } from '../traces.filters.js';

const SORTS = Object.keys(TRACE_REST_SORTS) as (keyof typeof TRACE_REST_SORTS)[];

/** Parameters of the list of a project's traces. */
export const listTracesQuery = z.object({
  start_time: queryTime().optional().describe('Traces that began at this time or later.'),
  end_time: queryTime().optional().describe('Traces that began before this time.'),
  sort: z.enum(SORTS).optional().describe('The value to sort by. Defaults to `start_time`.'),
  order: z.enum(['asc', 'desc']).optional().describe('Direction of the sort. Defaults to `desc`.'),
  limit: queryInt({ min: 1, max: MAX_PAGE_SIZE })
    .optional()
    .describe('Page size. Defaults to 100.'),
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  filter: queryText()
    .optional()
    .describe(
      'A condition on traces, such as `latency_ms > 1000 and error_count == 0`. Only traces that meet it. An invalid condition is answered with 400.',
    ),
  search: queryText()
    .optional()
    .describe(
      'Words, parts of words, and phrases in double quotes. One span of the trace must have all of ' +
        'them in its name, error, attributes or events, ignoring case and accents.',
    ),
  error: queryBoolean()
    .optional()
    .meta({ deprecated: true })
    .describe(
      'Use `filter=error_count > 0`. Only traces with failed spans; with `false`, only traces without.',
    ),
  min_latency_ms: queryNumber({ min: 0 })
    .optional()
    .meta({ deprecated: true })
    .describe(
      'Use `filter=latency_ms >= …`. Only traces that took at least this many milliseconds.',
    ),
  max_latency_ms: queryNumber({ min: 0 })
    .optional()
    .meta({ deprecated: true })
    .describe(
      'Use `filter=latency_ms <= …`. Only traces that took at most this many milliseconds.',
    ),
  include_spans: queryBoolean().optional().describe('Whether to include the spans of each trace.'),
  include_root_spans: queryBoolean()
    .optional()
    .describe('Whether to include the root span of each trace.'),
  session_identifier: queryList()
    .optional()
    .describe(
      'Global IDs of sessions of the project, or IDs that the application sent. Selects traces of any of them.',
    ),
});

export type ListTracesQuery = z.output<typeof listTracesQuery>;

/**
 * Reads the requested page.
 * @throws UnprocessableError if the cursor cannot be read; FilterSyntaxError if the condition is
 * invalid.
 */
export function toTraceListInput(query: ListTracesQuery): TraceListInput {
  return {
    filter: {
      timeRange: { start: query.start_time, end: query.end_time },
      status: query.error === undefined ? null : query.error ? TraceStatus.ERROR : TraceStatus.OK,
      latencyMs: { min: query.min_latency_ms, max: query.max_latency_ms },
      condition: readRowCondition('trace', query.filter),
      search: readSearch(query.search),
      sessionIdentifiers: query.session_identifier,
    },
    order: { col: TRACE_REST_SORTS[query.sort ?? 'start_time'], dir: query.order ?? 'desc' },
    start: { from: parseCursor(query.cursor) },
    limit: query.limit ?? DEFAULT_PAGE_SIZE,
  };
}
