/** A trace, as the REST API returns it. */
export interface TraceItem {
  id: string;
  trace_id: string;
  project_id: string;
  start_time: string;
  end_time: string;
  span_count: number;
  error_count: number;
  token_count_total: number;
  root_span: { name: string; status_code: string } | null;
}

/** Writes the condition that selects a trace. */
export function isTrace(traceId: string): string {
  return `trace_id == ${JSON.stringify(traceId)}`;
}
