import { isFailedTrace, isOkTrace } from '../../spans/failure.js';
import { hasDuration } from '../fields/duration.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { TRACE_SORTS } from '../fields/trace.js';
import type { TextSearch } from '../span-index/search-text.js';
import { addRowCondition, type RowCondition } from '../conditions/row-condition.js';
import type { AnnotatedOrder } from '../annotation-sorts/annotation-sort.js';

export type TraceOrder = AnnotatedOrder<keyof typeof TRACE_SORTS>;

/** The status of a trace, by whether any of its spans failed. */
export enum TraceStatus {
  /** No span failed. */
  OK = 'OK',
  /** At least one span failed. */
  ERROR = 'ERROR',
}

/** Selects the traces of a project to list. All conditions must be met. */
export interface TraceFilter {
  /** Applies to the start of the trace. */
  timeRange?: TimeRange | null;
  status?: TraceStatus | null;
  /** Bounds of the latency in milliseconds with one decimal; both are included. */
  latencyMs?: { min?: number | undefined; max?: number | undefined };
  condition?: RowCondition | null;
  /** One span must match. Applied by `TracesService.list`. */
  search?: TextSearch | null;
  /** The sender's IDs. */
  traceIds?: readonly string[] | undefined;
  /** The sender's IDs. Selects traces of any of these sessions. */
  sessionIds?: readonly string[];
  /** Sessions by global ID or the sender's ID. Replaces `sessionIds`. Resolved by `TracesService.list`. */
  sessionIdentifiers?: readonly string[] | undefined;
}

/** Returns the conditions of a filter on traces `t`. */
export function toTraceConditions(
  distribution: Distribution,
  projectId: number,
  { timeRange, status, latencyMs, sessionIds, traceIds, condition }: TraceFilter,
): DistributedWhere {
  const where = new DistributedWhere(distribution)
    .andEqual('t.project_id', projectId)
    .andBetween('t.start_time', timeRange?.start, timeRange?.end)
    .andEqual('t.session_id', sessionIds?.filter(isStorable))
    .andEqual('t.trace_id', traceIds);
  if (status === TraceStatus.ERROR) where.and(isFailedTrace('t'));
  if (status === TraceStatus.OK) where.and(isOkTrace('t'));
  const latency = TRACE_SORTS.latencyMs.sql;
  if (latencyMs?.min !== undefined) where.and(`${latency} >= ${where.bind(latencyMs.min)}`);
  if (latencyMs?.max !== undefined) where.and(`${latency} <= ${where.bind(latencyMs.max)}`);
  if (latencyMs?.min !== undefined || latencyMs?.max !== undefined) where.and(hasDuration('t'));
  if (condition) addRowCondition(where, condition);
  return where;
}
