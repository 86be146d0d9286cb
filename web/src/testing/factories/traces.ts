import { type DetailedSpan, SpanQuery } from '../../features/trace/api/span-query.js';
import {
  SpanMatchesQuery,
  type SpanPage,
  TraceQuery,
  type TraceSummary,
  type TreeSpan,
} from '../../features/trace/api/trace-query.js';
import { aSpan } from '../../features/trace/tree/a-span.js';
import { answer, type Answer } from '../answers.js';
import { NO_COSTS } from './costs.js';

/** The sender’s ID of the trace that the factories describe. */
export const TRACE_ID = 'a'.repeat(32);

/** An agent that asks a model, and calls one tool that works and one that fails. */
export const AGENT_SPANS: readonly TreeSpan[] = [
  aSpan('plan trip', { spanKind: 'agent', latencyMs: 900 }),
  aSpan('ask model', { parentId: 'plan trip', spanKind: 'llm', at: 10, tokenCountTotal: 120 }),
  aSpan('weather', { parentId: 'plan trip', spanKind: 'tool', at: 320 }),
  aSpan('book', { parentId: 'plan trip', at: 340, latencyMs: 401 }),
  aSpan('book hotel', { parentId: 'book', spanKind: 'tool', at: 341, statusCode: 'ERROR' }),
];

/** A page of spans. `more` says that others follow. */
export function aSpanPage(spans: readonly TreeSpan[], more = false): SpanPage {
  return {
    edges: spans.map((node) => ({ cursor: `after ${node.spanId}`, node })),
    pageInfo: { hasNextPage: more, endCursor: more ? `after ${spans.at(-1)!.spanId}` : null },
  };
}

/** A trace with these spans; by default, those of the agent. */
export function aTrace(
  part: Partial<TraceSummary> = {},
  spans: readonly TreeSpan[] = AGENT_SPANS,
): TraceSummary {
  return {
    id: 'trace-1',
    traceId: TRACE_ID,
    startTime: spans[0]!.startTime,
    endTime: spans.at(-1)!.endTime ?? spans.at(-1)!.startTime,
    latencyMs: 900,
    userId: null,
    numSpans: spans.length,
    keptBecause: null,
    errorCount: spans.filter(({ statusCode }) => statusCode === 'ERROR').length,
    tokenCountTotal: 0,
    tokenCountPrompt: 0,
    tokenCountCompletion: 0,
    costSummary: NO_COSTS,
    costDetailSummaryEntries: [],
    project: { id: 'project-1', name: 'support' },
    session: null,
    rootSpan: spans[0]!,
    spans: aSpanPage(spans),
    ...part,
  };
}

/** The detail of a span. `attributes` have dotted names, as senders write them. */
export function aSpanDetail(
  { spanId, name, spanKind, statusCode, startTime, endTime, latencyMs }: TreeSpan,
  attributes: Record<string, unknown> = {},
  part: Partial<DetailedSpan> = {},
): DetailedSpan {
  return {
    __typename: 'Span',
    id: `id-${spanId}`,
    spanId,
    name,
    spanKind,
    statusCode,
    statusMessage: '',
    startTime,
    endTime,
    latencyMs,
    attributes: JSON.stringify(attributes),
    modelName: null,
    provider: null,
    userId: null,
    textRemovedAt: null,
    timeToFirstTokenMs: null,
    countedInSpan: null,
    costSource: null,
    tokenCountTotal: null,
    tokenCountPrompt: null,
    tokenCountCompletion: null,
    cumulativeTokenCountTotal: null,
    cumulativeTokenCountPrompt: null,
    cumulativeTokenCountCompletion: null,
    costSummary: NO_COSTS,
    costDetailSummaryEntries: [],
    cumulativeCostSummary: NO_COSTS,
    cumulativeCostDetailSummaryEntries: [],
    events: [],
    logRecordCount: 0,
    context: { traceId: TRACE_ID },
    ...part,
  };
}

/** Answers how many spans match: which of them is selected, and the ID of the one to go to. */
export function answerMatches(count: number, position: number | null, nextId: string): Answer {
  const next = { id: nextId };
  const spanMatches = { count, position, previous: next, next };
  return answer(SpanMatchesQuery, { getTraceByOtelId: { id: 'trace-1', spanMatches } });
}

/** Answers what an open trace asks. Details that are not given are empty. */
export function showTrace(trace: TraceSummary, ...details: DetailedSpan[]): Answer[] {
  const spans = trace.spans.edges.map(({ node }) => node);
  return [
    answer(TraceQuery, { getTraceByOtelId: trace }),
    answerMatches(trace.errorCount, null, spans.at(-1)!.id),
    answer(SpanQuery, ({ id }) => {
      const span = spans.find((one) => one.id === id);
      const detail = details.find((one) => one.id === id) ?? (span && aSpanDetail(span));
      return { node: detail ?? { __typename: 'Trace' as const, id } };
    }),
  ];
}
