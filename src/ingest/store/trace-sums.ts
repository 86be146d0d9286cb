import type { NumberedSpan } from './copy-spans.js';

/** The amounts that the spans of one trace add to it. */
export interface TraceSums {
  traceId: string;
  projectId: number;
  sessionId: string | null;
  /** See `SpanRecord.sessionRank`. */
  sessionRank: number;
  userId: string | null;
  startTime: bigint;
  endTime: bigint;
  spanCount: number;
  errorCount: number;
  promptTokens: bigint;
  completionTokens: bigint;
}

/** Adds up spans by their traces, in the order in which the traces were sent. */
export function sumByTrace(rows: readonly NumberedSpan[]): TraceSums[] {
  const traces = new Map<string, TraceSums>();
  for (const { span, projectId } of rows) {
    let trace = traces.get(span.traceId);
    if (!trace) {
      trace = {
        traceId: span.traceId,
        projectId,
        sessionId: null,
        sessionRank: 0,
        userId: null,
        startTime: span.startTime,
        endTime: span.endTime,
        spanCount: 0,
        errorCount: 0,
        promptTokens: 0n,
        completionTokens: 0n,
      };
      traces.set(span.traceId, trace);
    }
    if (span.sessionRank > trace.sessionRank) {
      trace.sessionId = span.sessionId;
      trace.sessionRank = span.sessionRank;
    }
    trace.userId ??= span.userId;
    if (span.startTime < trace.startTime) trace.startTime = span.startTime;
    if (span.endTime > trace.endTime) trace.endTime = span.endTime;
    trace.spanCount += 1;
    if (span.statusCode === 'ERROR') trace.errorCount += 1;
    if (span.promptTokens) trace.promptTokens += BigInt(span.promptTokens);
    if (span.completionTokens) trace.completionTokens += BigInt(span.completionTokens);
  }
  return [...traces.values()];
}
