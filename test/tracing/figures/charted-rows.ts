import {
  type ModelAnnotation,
  type ModelSession,
  type ModelSpan,
  type ModelTrace,
  SESSIONS,
  TRACES,
} from '../conditions/judged-sessions.js';

/** The fields of a span, trace or session that charts use. */
export interface ChartedRow {
  start: number;
  failed: boolean;
  measures: Record<Measure, number | null>;
  annotations: readonly ModelAnnotation[];
  groups: Partial<Record<string, string | null>>;
}

export const MEASURES = [
  'LATENCY_MS',
  'PROMPT_TOKENS',
  'COMPLETION_TOKENS',
  'TOTAL_TOKENS',
  'COST',
] as const;
export type Measure = (typeof MEASURES)[number];

export const ENTITIES = ['SPANS', 'TRACES', 'SESSIONS'] as const;
export type Entity = (typeof ENTITIES)[number];

/** The attribute by which tests group. */
export const ATTRIBUTE = 'metadata.env';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const hasFailed = ({ status }: ModelSpan) => status === 'ERROR';
const userOf = ({ spans }: ModelTrace) =>
  (spans[0]!.attributes['user.id'] ?? null) as string | null;
const environmentOf = (span: ModelSpan) =>
  (span.attributes['metadata'] as { env: string } | undefined)?.env ?? null;
const endOf = ({ start, spans }: ModelTrace) =>
  start + Math.max(...spans.map(({ offset, latency }) => offset + latency));
const toStatus = (failed: boolean) => (failed ? 'ERROR' : 'OK');

/** Null if no token has a price. */
function costOf(spans: readonly ModelSpan[]): number | null {
  const known = spans.flatMap(({ costs }) => costs.flatMap(({ cost }) => cost ?? []));
  return known.length === 0 ? null : sum(known);
}

function toSpanRow(trace: ModelTrace, span: ModelSpan): ChartedRow {
  const { prompt, completion } = span;
  return {
    start: trace.start + span.offset,
    failed: hasFailed(span),
    measures: {
      LATENCY_MS: span.latency,
      PROMPT_TOKENS: prompt,
      COMPLETION_TOKENS: completion,
      TOTAL_TOKENS: prompt === null ? null : prompt + completion!,
      COST: costOf([span]),
    },
    annotations: span.annotations,
    groups: {
      NAME: span.name,
      MODEL: prompt === null ? null : prompt % 3 === 0 ? 'unknown' : 'priced',
      SPAN_KIND: span.kind,
      STATUS: span.status,
      USER: (span.attributes['user.id'] ?? null) as string | null,
      SESSION: trace.session,
      ATTRIBUTE: environmentOf(span),
    },
  };
}

function toTraceRow(trace: ModelTrace): ChartedRow {
  const { spans } = trace;
  const failed = spans.some(hasFailed);
  return {
    start: trace.start,
    failed,
    measures: toSums(spans, endOf(trace) - trace.start),
    annotations: trace.annotations,
    groups: {
      NAME: spans[0]!.name,
      STATUS: toStatus(failed),
      USER: userOf(trace),
      SESSION: trace.session,
      ATTRIBUTE: environmentOf(spans[0]!),
    },
  };
}

function toSessionRow({ traces, annotations }: ModelSession): ChartedRow {
  const spans = traces.flatMap((trace) => trace.spans);
  const start = Math.min(...traces.map((trace) => trace.start));
  const failed = spans.some(hasFailed);
  const user = traces.map(userOf).find((id) => id !== null) ?? null;
  return {
    start,
    failed,
    measures: toSums(spans, Math.max(...traces.map(endOf)) - start),
    annotations,
    groups: { STATUS: toStatus(failed), USER: user },
  };
}

function toSums(spans: readonly ModelSpan[], latency: number): ChartedRow['measures'] {
  const prompt = sum(spans.map((span) => span.prompt ?? 0));
  const completion = sum(spans.map((span) => span.completion ?? 0));
  return {
    LATENCY_MS: latency,
    PROMPT_TOKENS: prompt,
    COMPLETION_TOKENS: completion,
    TOTAL_TOKENS: prompt + completion,
    COST: costOf(spans),
  };
}

export const ROWS: Record<Entity, ChartedRow[]> = {
  SPANS: TRACES.flatMap((trace) => trace.spans.map((span) => toSpanRow(trace, span))),
  TRACES: TRACES.map(toTraceRow),
  SESSIONS: SESSIONS.map(toSessionRow),
};

/** The values of rows that count in an aggregation, with their rows. */
type Counted = [row: ChartedRow, value: number][];

/** Reduces rows to a number, straight from the definition; null if no row counts. */
export function aggregate(
  rows: readonly ChartedRow[],
  aggregation: string,
  of: string | null,
): { value: number; rowCount: number } | null {
  const counted = countRows(rows, aggregation, of);
  if (counted.length === 0) return null;
  const values = counted.map(([, value]) => value).toSorted((one, other) => one - other);
  const total = sum(values);
  const probability = { P50: 0.5, P95: 0.95, P99: 0.99 }[aggregation];
  const isSum = ['COUNT', 'FAILED_COUNT', 'SUM'].includes(aggregation);
  const value =
    probability === undefined
      ? total / (isSum ? 1 : values.length)
      : interpolate(values, probability);
  return { value, rowCount: counted.length };
}

function countRows(rows: readonly ChartedRow[], aggregation: string, of: string | null): Counted {
  if (aggregation === 'COUNT') return rows.map((row) => [row, 1]);
  if (aggregation === 'FAILED_COUNT') {
    return rows.filter(({ failed }) => failed).map((row) => [row, 1]);
  }
  if (aggregation === 'ERROR_RATE') return rows.map((row) => [row, Number(row.failed)]);
  const valueOf =
    aggregation === 'MEAN_SCORE'
      ? (row: ChartedRow) => row.annotations.find(({ name }) => name === of)?.score ?? null
      : (row: ChartedRow) => row.measures[of as Measure];
  return rows.flatMap((row): Counted => {
    const value = valueOf(row);
    return value === null ? [] : [[row, value]];
  });
}

function interpolate(sorted: readonly number[], probability: number): number {
  const place = probability * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place % 1);
}
