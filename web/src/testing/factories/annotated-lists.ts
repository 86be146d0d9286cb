import type { Scale } from '../../components/annotations/use-annotation-scales.js';
import type { AnnotationValue } from '../../components/annotations/annotation-value.js';
import { TraceTargetsQuery } from '../../features/annotations/judge/judgments.js';
import {
  type AnnotationSummaries,
  AnnotationSummariesQuery,
} from '../../features/project/api/annotation-summaries.js';
import { SessionFrameQuery } from '../../features/project/api/session-turns.js';
import { type SessionRow, SessionsListQuery } from '../../features/project/api/sessions-list.js';
import { type SpanRow, SpansListQuery } from '../../features/project/api/spans-list.js';
import { type TraceRow, TracesListQuery } from '../../features/project/api/traces-list.js';
import { TimeSeriesQuery } from '../../features/project/histogram/time-series-query.js';
import { TraceQuery } from '../../features/trace/api/trace-query.js';
import { aConnection, answer, type Answer, keepWaiting } from '../answers.js';
import { NO_COSTS } from './costs.js';
import { aJudgment, aLabelConfig, judged, useConfigs } from './judgments.js';
import { projectFrame, showScales } from './project-frame.js';
import { PROJECT } from './project-scope.js';

const TIME = '2026-02-03T04:05:06.000000Z';
type Listed = Omit<AnnotationValue, '__typename'>;
type ListedSpan = NonNullable<TraceRow['rootSpan']>;

/** An annotation as lists show it. */
export function aListedAnnotation(part: Partial<Listed> = {}): Listed {
  const { id, name, annotatorKind, label, score, identifier, createdAt, user } = aJudgment();
  return { id, name, annotatorKind, label, score, identifier, createdAt, user, ...part };
}

/** A span in the list, with these annotations. */
export function aSpanRow(name: string, spanAnnotations: Listed[] = []): SpanRow {
  return {
    ...aListedSpan(name, spanAnnotations),
    context: { traceId: `trace of ${name}`, spanId: name },
    startTime: TIME,
    latencyMs: 1,
    timeToFirstTokenMs: null,
    userId: null,
    modelName: null,
    tokenCountTotal: null,
    tokenCountPrompt: null,
    tokenCountCompletion: null,
    cumulativeTokenCountTotal: null,
    costSummary: NO_COSTS,
    inputPreview: null,
    outputPreview: null,
  };
}

/** A trace in the list, with annotations of its root span and of its own. */
export function aTraceRow(
  name: string,
  spanAnnotations: Listed[] = [],
  traceAnnotations: Listed[] = [],
): TraceRow {
  return {
    id: `row of ${name}`,
    traceId: `trace of ${name}`,
    startTime: TIME,
    latencyMs: 1,
    numSpans: 1,
    errorCount: 0,
    userId: null,
    tokenCountTotal: 0,
    tokenCountPrompt: 0,
    tokenCountCompletion: 0,
    costSummary: NO_COSTS,
    traceAnnotations,
    session: null,
    inputPreview: null,
    outputPreview: null,
    rootSpan: aListedSpan(name, spanAnnotations),
  };
}

/** A session in the list, with these annotations. */
export function aSessionRow(sessionId: string, sessionAnnotations: Listed[] = []): SessionRow {
  return {
    id: `row of ${sessionId}`,
    sessionId,
    startTime: TIME,
    endTime: TIME,
    userId: null,
    numTraces: 1,
    numTracesWithError: 0,
    sessionAnnotations,
    latencyMsP50: 1,
    latencyMsP99: 1,
    tokenUsage: { total: 0, prompt: 0, completion: 0 },
    costSummary: NO_COSTS,
    firstInputPreview: null,
    lastOutputPreview: null,
  };
}

function aListedSpan(name: string, spanAnnotations: Listed[]): ListedSpan {
  return {
    id: `row of ${name}`,
    name,
    spanKind: 'chain',
    statusCode: 'OK',
    statusMessage: '',
    spanAnnotations,
  };
}

/** The summaries of a project whose annotations have these names, and none in the time range. */
export function someSummaries(part: Partial<AnnotationSummaries> = {}): AnnotationSummaries {
  return {
    ...PROJECT,
    spanAnnotationNames: ['length, in words', 'quality'],
    traceAnnotationNames: ['resolved'],
    sessionAnnotationNames: ['mood'],
    ...part,
  };
}

/** Annotations of a span in a list: three of its quality by different annotators, and a length. */
export function someAnnotations() {
  return [
    aListedAnnotation({ id: 'a', identifier: 'a' }),
    aListedAnnotation({ id: 'b', identifier: 'b', annotatorKind: 'LLM' }),
    aListedAnnotation({ id: 'c', identifier: 'c', annotatorKind: 'CODE', label: 'bad', score: 0 }),
    aListedAnnotation({ id: 'd', name: 'length, in words', label: null, score: 0.25 }),
  ];
}

/** The scale of the annotations `quality`. */
export const A_SCALE: Scale = {
  name: 'quality',
  optimizationDirection: 'MAXIMIZE',
  values: aLabelConfig().values,
  lowerBound: null,
  upperBound: null,
  threshold: null,
};

/** Answers what the lists of a project ask. Figures and panels keep loading. */
export function showLists(
  rows: { spans?: SpanRow[]; traces?: TraceRow[]; sessions?: SessionRow[] },
  viewerRole: 'MEMBER' | 'VIEWER' = 'MEMBER',
): Answer[] {
  return [
    ...projectFrame({ viewerRole }),
    answer(SpansListQuery, { node: { ...PROJECT, spans: aConnection(rows.spans ?? []) } }),
    answer(TracesListQuery, { node: { ...PROJECT, traces: aConnection(rows.traces ?? []) } }),
    answer(SessionsListQuery, { node: { ...PROJECT, sessions: aConnection(rows.sessions ?? []) } }),
    answer(AnnotationSummariesQuery, { node: someSummaries() }),
    showScales(A_SCALE),
    useConfigs(aLabelConfig()),
    judged(),
    ...[TimeSeriesQuery, TraceQuery, TraceTargetsQuery, SessionFrameQuery].map(keepWaiting),
  ];
}
