import { newSpanId, newTraceId } from './otlp.js';

/** A span as `POST /v1/projects/{project_identifier}/spans` takes it. */
export interface SpanInput {
  name: string;
  context: { trace_id: string; span_id: string };
  span_kind: string;
  start_time: string;
  end_time: string;
  status_code: string;
  [key: string]: unknown;
}

export const aSpanInput = (span: Partial<SpanInput> = {}): SpanInput => ({
  name: 'step',
  context: { trace_id: newTraceId(), span_id: newSpanId() },
  span_kind: 'CHAIN',
  start_time: '2024-03-01T10:00:00Z',
  end_time: '2024-03-01T12:00:01.123456+02:00',
  status_code: 'ok',
  ...span,
});
