import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { SpanSummary } from '../../spans/span.entity.js';
import type { TraceEntity } from '../trace.entity.js';

/** A span in a list of traces. */
export class TraceSpanItem {
  /** Global ID. */
  id: string;
  span_id: string;
  parent_id: string | null;
  name: string;
  /** Upper case; UNKNOWN if the sender's kind is not recognized. */
  span_kind: string;
  status_code: string;
  start_time: string;
  end_time: string;
}

/** A trace in the REST API. */
export class TraceItem {
  /** Global ID. */
  id: string;
  trace_id: string;
  /** Global ID of the project. */
  project_id: string;
  start_time: string;
  end_time: string;
  span_count: number;
  /** Number of spans with the status ERROR. */
  error_count: number;
  /** Prompt tokens of the LLM spans. */
  token_count_prompt: number;
  /** Completion tokens of the LLM spans. */
  token_count_completion: number;
  token_count_total: number;
  /** Same as `token_count_prompt`. */
  cumulative_token_count_prompt: number;
  /** Same as `token_count_completion`. */
  cumulative_token_count_completion: number;
  /** Same as `token_count_total`. */
  cumulative_token_count_total: number;
  /** Sorted by start time; null unless `include_spans` is set. */
  spans: TraceSpanItem[] | null;
  /** Absent unless `include_root_spans` is set; null if the trace has no span. */
  root_span?: TraceSpanItem | null;
}

/** One trace with its root span. */
export class TraceAnswer {
  data: TraceItem;
}

/** A page of traces. */
export class TraceItemPage {
  data: TraceItem[];
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

/** The number of moved traces, and their new project. */
export class TransferResult {
  transferred_trace_count: number;
  /** Global ID. */
  destination_project_id: string;
}

/** The result of a transfer. */
export class TransferAnswer {
  data: TransferResult;
}

/** The spans of a trace that a response includes, besides their totals. */
interface ShownSpans {
  spans: readonly SpanSummary[] | null;
  /** Absent if it is not requested. */
  root?: SpanSummary | null | undefined;
}

export function toTraceItem(row: TraceEntity, { spans, root }: ShownSpans): TraceItem {
  const { promptTokens: prompt, completionTokens: completion } = row;
  return {
    id: toGlobalId('Trace', row.id),
    trace_id: row.traceId,
    project_id: toGlobalId('Project', row.projectId),
    start_time: row.startTime,
    end_time: row.endTime,
    span_count: row.spanCount,
    error_count: row.errorCount,
    token_count_prompt: prompt,
    token_count_completion: completion,
    token_count_total: prompt + completion,
    cumulative_token_count_prompt: prompt,
    cumulative_token_count_completion: completion,
    cumulative_token_count_total: prompt + completion,
    spans: spans?.map(toTraceSpanItem) ?? null,
    ...(root === undefined ? {} : { root_span: root && toTraceSpanItem(root) }),
  };
}

function toTraceSpanItem(row: SpanSummary): TraceSpanItem {
  return {
    id: toGlobalId('Span', row.id),
    span_id: row.spanId,
    parent_id: row.parentId,
    name: row.name,
    span_kind: row.kind,
    status_code: row.statusCode,
    start_time: row.startTime,
    end_time: row.endTime,
  };
}
