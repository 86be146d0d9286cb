import { IsIn, IsOptional } from 'class-validator';
import {
  QueryBoolean,
  QueryInt,
  QueryList,
  QueryText,
  QueryTime,
} from '../../../common/validation/query-params.js';

export const TRACE_SORTS = ['start_time', 'latency_ms'] as const;
export const ORDERS = ['asc', 'desc'] as const;

/** Parameters of the list of a project's traces. */
export class ListTracesDto {
  /** Traces that began at this time or later. */
  @QueryTime()
  start_time?: string;

  /** Traces that began before this time. */
  @QueryTime()
  end_time?: string;

  /** What to sort by: `start_time` unless given. */
  @IsOptional()
  @IsIn(TRACE_SORTS, { message: "Input should be 'start_time' or 'latency_ms'" })
  sort?: (typeof TRACE_SORTS)[number];

  /** Direction of the sort: `desc` unless given. */
  @IsOptional()
  @IsIn(ORDERS, { message: "Input should be 'asc' or 'desc'" })
  order?: (typeof ORDERS)[number];

  /** Size of the page: 100 unless given. */
  @QueryInt({ min: 1, max: 1000 })
  limit?: number;

  /** The `next_cursor` of the previous page. */
  @QueryText()
  cursor?: string;

  /** Whether to list the spans of each trace. */
  @QueryBoolean()
  include_spans?: boolean;

  /** Sessions by global id or by the id that the application sent; any of them. */
  @QueryList()
  session_identifier?: string[];
}
