import type pg from 'pg';
import type { Distributed } from '../../kernel/sql/distribution.js';
import { selectColumns } from '../../database/columns.js';
import { lockTracesSql } from '../../spans/lock-traces.js';
import { markQuarters, quarterOf } from '../../spans/quarters.js';
import { CALL_KINDS_SQL } from '../../spans/token-usage.js';
import { markUnindexedSql } from '../changes/marks.queries.js';
import { SpanEntity, type SpanKey } from '../spans/span.entity.js';
import type { CallTreeSpan } from './nested-calls.js';

/** Attributes of a span under dotted keys. */
export type HotAttributes = Readonly<Record<string, unknown>>;

/** The tokens of a call, unless another call has counted them. */
export interface CallCounts {
  promptTokens: number | null;
  completionTokens: number | null;
  /** The span that counts the same tokens; null if there is none. */
  countedIn: string | null;
}

const CALL_COLUMNS = [
  'traceId',
  'spanId',
  'parentId',
  'projectId',
  'kind',
  'modelName',
  'provider',
  'startTime',
  'attributes',
  'promptTokens',
  'completionTokens',
  'countedIn',
] as const;

/** A call of a model, as it is stored. */
export type StoredCall = Pick<SpanEntity, (typeof CALL_COLUMNS)[number]> & {
  attributes: HotAttributes;
};

/** A locked trace. */
export interface TraceOfCalls {
  traceId: string;
  /** How many of its calls have tokens, as far as they are priced. */
  tokenSpanCount: number | null;
}

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* span costs */';

const SELECT_CALLS = `SELECT ${selectColumns(SpanEntity, 's', CALL_COLUMNS)}`;

/** Locks the traces of spans in the order of their IDs, as all writers do. Skips spans that are gone. */
export async function lockTracesOfSpans(
  client: Distributed<pg.ClientBase>,
  spanIds: readonly number[],
): Promise<TraceOfCalls[]> {
  const { rows } = await client.query<TraceOfCalls>(
    `${MARK} ${lockTracesSql(
      client.distribution,
      't.trace_id AS "traceId", t.token_span_count AS "tokenSpanCount"',
      't.trace_id IN (SELECT trace_id FROM spans WHERE id = ANY($1))',
    )}`,
    [spanIds],
  );
  return rows;
}

/** Reads those spans of locked traces that are calls, by their row IDs. */
export async function readCalls(
  client: pg.ClientBase,
  spanIds: readonly number[],
): Promise<StoredCall[]> {
  const { rows } = await client.query<StoredCall>(
    `${MARK} ${SELECT_CALLS} FROM spans s JOIN traces t ON t.trace_id = s.trace_id
      WHERE s.id = ANY($1) AND s.kind IN ${CALL_KINDS_SQL}`,
    [spanIds],
  );
  return rows;
}

/** The same by their keys. */
export async function readCallsByKey(
  client: pg.ClientBase,
  keys: readonly SpanKey[],
): Promise<StoredCall[]> {
  const { rows } = await client.query<StoredCall>(
    `${MARK} ${SELECT_CALLS} FROM unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
       JOIN spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id`,
    toColumns(keys),
  );
  return rows;
}

/** A span of a tree of calls, as it is stored. */
export interface StoredTreeSpan extends CallTreeSpan, Pick<CallCounts, 'countedIn'> {
  traceId: string;
}

/** Reads the spans of traces that are calls, or may stand between calls. */
export async function readCallTrees(
  client: pg.ClientBase,
  traceIds: readonly string[],
): Promise<StoredTreeSpan[]> {
  const { rows } = await client.query<StoredTreeSpan>(
    `${MARK} SELECT ${selectColumns(SpanEntity, 's', ['traceId', 'spanId', 'parentId', 'kind', 'countedIn'])},
            coalesce(s.prompt_tokens + s.completion_tokens > 0, s.counted_in IS NOT NULL) AS "hasTokens"
       FROM spans s
      WHERE s.trace_id = ANY($1) AND s.kind IN ('LLM', 'EMBEDDING', 'CHAIN', 'UNKNOWN')
      ORDER BY s.trace_id, s.id`,
    [traceIds],
  );
  return rows;
}

/** Finds those of some projects whose senders know their costs better than our prices do. */
export async function findPreferringSentCosts(
  client: pg.ClientBase,
  projectIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>(
    `${MARK} SELECT id FROM projects WHERE id = ANY($1) AND prefers_sent_costs`,
    [projectIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A call of which something else counts from now on. */
export interface ChangedCall {
  call: StoredCall;
  counts: CallCounts;
}

/** Stores what counts for calls of locked traces, and corrects the sums of these. */
export async function writeCounts(
  client: Distributed<pg.ClientBase>,
  changed: readonly ChangedCall[],
): Promise<void> {
  const keys = toColumns(changed.map(({ call }) => call));
  await client.query(
    `${MARK} UPDATE ${client.distribution.tableItself('spans')} s
        SET prompt_tokens = n.prompt_tokens, completion_tokens = n.completion_tokens,
            counted_in = n.counted_in
       FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[])
         AS n (trace_id, span_id, prompt_tokens, completion_tokens, counted_in)
      WHERE s.trace_id = n.trace_id AND s.span_id = n.span_id`,
    [
      ...keys,
      changed.map(({ counts }) => counts.promptTokens),
      changed.map(({ counts }) => counts.completionTokens),
      changed.map(({ counts }) => counts.countedIn),
    ],
  );
  const ofTraces = [...Map.groupBy(changed, ({ call }) => call.traceId)];
  await client.query(
    `${MARK} UPDATE ${client.distribution.tableItself('traces')} t
        SET prompt_tokens = t.prompt_tokens + n.prompt_tokens,
            completion_tokens = t.completion_tokens + n.completion_tokens
       FROM unnest($1::text[], $2::bigint[], $3::bigint[])
         AS n (trace_id, prompt_tokens, completion_tokens)
      WHERE t.trace_id = n.trace_id`,
    [
      ofTraces.map(([traceId]) => traceId),
      ofTraces.map(([, calls]) => addUpDifference(calls, 'promptTokens')),
      ofTraces.map(([, calls]) => addUpDifference(calls, 'completionTokens')),
    ],
  );
  await client.query(
    `${MARK} ${markQuarters(
      `SELECT project_id, ${quarterOf('start_time')} AS quarter
         FROM unnest($1::bigint[], $2::timestamptz[]) AS s (project_id, start_time)
       UNION ALL
       SELECT project_id, ${quarterOf('start_time')} FROM traces WHERE trace_id = ANY($3)`,
    )}`,
    [
      changed.map(({ call }) => call.projectId),
      changed.map(({ call }) => call.startTime),
      ofTraces.map(([traceId]) => traceId),
    ],
  );
  // The index knows the most tokens of each block of spans, which may be too few now.
  const raised = changed.filter(hasMoreTokens).map(({ call }) => call);
  if (raised.length === 0) return;
  await client.query(
    `${MARK} ${markUnindexedSql(
      client.distribution,
      (span) =>
        `(${span}.trace_id, ${span}.span_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    )}`,
    toColumns(raised),
  );
}

function hasMoreTokens({ call, counts }: ChangedCall): boolean {
  const { promptTokens, completionTokens } = counts;
  return (
    (promptTokens ?? 0) > (call.promptTokens ?? 0) ||
    (completionTokens ?? 0) > (call.completionTokens ?? 0)
  );
}

function addUpDifference(
  changed: readonly ChangedCall[],
  part: 'promptTokens' | 'completionTokens',
): number {
  return changed.reduce(
    (sum, { call, counts }) => sum + (counts[part] ?? 0) - (call[part] ?? 0),
    0,
  );
}

function toColumns(keys: readonly SpanKey[]): [string[], string[]] {
  return [keys.map(({ traceId }) => traceId), keys.map(({ spanId }) => spanId)];
}
