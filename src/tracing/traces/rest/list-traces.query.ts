import { IsIn, IsOptional } from 'class-validator';
import { parseCursor } from '../../../common/ids/global-id.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../common/pagination/page.js';
import {
  QueryBoolean,
  QueryInt,
  QueryList,
  QueryText,
  QueryTime,
} from '../../../common/validation/query-params.js';
import type { TraceListInput } from '../traces.service.js';
import type { TraceSort } from '../traces.sorts.js';

/** The values of `sort` and the names in `TRACE_SORTS` (../traces.sorts.ts) that they stand for. */
const SORT_PARAMETERS = {
  start_time: 'startTime',
  latency_ms: 'latencyMs',
} satisfies Record<string, TraceSort>;

const ORDERS = ['asc', 'desc'] as const;

/** Parameters of the list of a project's traces. */
export class ListTracesDto {
  /** Traces that began at this time or later. */
  @QueryTime()
  start_time?: string;

  /** Traces that began before this time. */
  @QueryTime()
  end_time?: string;

  /** What to sort by; `start_time` by default. */
  @IsOptional()
  @IsIn(Object.keys(SORT_PARAMETERS), { message: "Input should be 'start_time' or 'latency_ms'" })
  sort?: keyof typeof SORT_PARAMETERS;

  /** Direction of the sort; `desc` by default. */
  @IsOptional()
  @IsIn(ORDERS, { message: "Input should be 'asc' or 'desc'" })
  order?: (typeof ORDERS)[number];

  /** Size of the page; 100 by default. */
  @QueryInt({ min: 1, max: MAX_PAGE_SIZE })
  limit?: number;

  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Whether to list the spans of each trace. */
  @QueryBoolean()
  include_spans?: boolean;

  /** Sessions by global id or by the id that the application sent; traces of any of them. */
  @QueryList()
  session_identifier?: string[];
}

/**
 * The page that the parameters ask for.
 * @throws UnprocessableError for a cursor that cannot be read.
 */
export function toTraceListInput(query: ListTracesDto): TraceListInput {
  return {
    filter: { timeRange: { start: query.start_time, end: query.end_time } },
    sessionIdentifiers: query.session_identifier,
    order: { col: SORT_PARAMETERS[query.sort ?? 'start_time'], dir: query.order ?? 'desc' },
    start: { from: parseCursor(query.cursor) },
    limit: query.limit ?? DEFAULT_PAGE_SIZE,
  };
}
