import type pg from 'pg';
import { tableItself } from '../../common/sql/distribution.js';
import { lockTracesSql } from '../../common/sql/lock-traces.js';
import { markQuarters, quarterOf } from '../../common/sql/quarters.js';
import { ADVISORY_LOCKS } from '../../database/advisory-locks.js';
import type { SpanCost, TokenAttributes } from './calculate-cost.js';

/** Spans that were stored together and have no cost yet. */
export interface UnpricedSpans {
  id: number;
  spanIds: number[];
  /** How often they could not be priced. */
  attempts: number;
}

/** Spans to price now. */
export interface TakenSpans extends UnpricedSpans {
  /** About how many batches were written after this one. */
  newerCount: number;
}

/** What the cost of a span depends on. */
export interface SpanToPrice {
  traceId: string;
  spanId: string;
  modelName: string | null;
  provider: string | null;
  startTime: string;
  attributes: TokenAttributes;
}

/** A span with its cost, and the model that priced it. */
export interface PricedSpan {
  span: SpanToPrice;
  modelId: number | null;
  cost: SpanCost;
}

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* span costs */';

const FIRST_DUE =
  'FROM unpriced_spans WHERE retry_at IS NULL OR retry_at <= now() ORDER BY id LIMIT';

/** SQL of whether spans wait to be priced. */
export const NEW_SPANS_DUE = `(SELECT id ${FIRST_DUE} 1) IS NOT NULL`;

/**
 * Takes the spans that have waited longest and are due. Those that could not be priced are taken
 * alone, so that they affect no others. Returns none if another server is pricing.
 */
export async function takeUnpriced(client: pg.ClientBase, limit: number): Promise<TakenSpans[]> {
  const { rows: locks } = await client.query<{ isOurs: boolean }>(
    `${MARK} SELECT pg_try_advisory_xact_lock($1) AS "isOurs"`,
    [ADVISORY_LOCKS.spanCosts],
  );
  if (!locks[0]?.isOurs) return [];
  const { rows } = await client.query<TakenSpans>(
    `${MARK} SELECT id, to_json(span_ids) AS "spanIds", attempts,
            (SELECT max(id) FROM unpriced_spans) - id AS "newerCount"
       ${FIRST_DUE} $1`,
    [limit],
  );
  const failed = rows.findIndex(({ attempts }) => attempts > 0);
  return failed === -1 ? rows : rows.slice(0, Math.max(1, failed));
}

/** Spans that wait to be priced again. */
export interface PostponedSpans extends UnpricedSpans {
  retryAt: string;
}

/**
 * Lets spans that could not be priced wait 5 seconds. From the second time on, splits them in halves,
 * so that in the end a span that cannot be priced waits alone. Its pause then doubles each time, up
 * to an hour.
 */
export async function postponeUnpriced(
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<PostponedSpans[]> {
  const { rows } = await client.query<PostponedSpans>(
    `${MARK} WITH failed AS (DELETE FROM unpriced_spans WHERE id = ANY($1) RETURNING *),
     half AS (
       SELECT failed.id, part.ids, CASE WHEN middle > 0 THEN 1 ELSE attempts + 1 END AS attempts
         FROM failed CROSS JOIN LATERAL (
           SELECT CASE WHEN attempts = 0 THEN 0 ELSE cardinality(span_ids) / 2 END AS middle) m
        CROSS JOIN LATERAL (VALUES (span_ids[:middle]), (span_ids[middle + 1:])) AS part (ids)
        WHERE cardinality(part.ids) > 0)
     INSERT INTO unpriced_spans (span_ids, attempts, retry_at)
     SELECT ids, attempts,
            now() + least(interval '1 hour', interval '5 s' * 2 ^ least(attempts - 1, 20))
       FROM half ORDER BY id
     RETURNING id, to_json(span_ids) AS "spanIds", attempts, retry_at AS "retryAt"`,
    [ids],
  );
  return rows;
}

/** Locks the traces of spans in the order of their IDs, as all writers do, and reads the spans. */
export async function lockSpans(
  client: pg.ClientBase,
  spanIds: readonly number[],
): Promise<SpanToPrice[]> {
  const condition = 't.trace_id IN (SELECT trace_id FROM spans WHERE id = ANY($1))';
  await client.query(`${MARK} ${lockTracesSql('t.trace_id', condition)}`, [spanIds]);
  const { rows } = await client.query<SpanToPrice>(
    `${MARK} SELECT s.trace_id AS "traceId", s.span_id AS "spanId", s.model_name AS "modelName",
            s.provider, s.start_time AS "startTime", s.attributes
       FROM spans s JOIN traces t ON t.trace_id = s.trace_id
      WHERE s.id = ANY($1) AND s.kind = 'LLM'`,
    [spanIds],
  );
  return rows;
}

/** Replaces the costs of spans, and sums them up for their traces. */
export async function writeCosts(
  client: pg.ClientBase,
  priced: readonly PricedSpan[],
): Promise<void> {
  const rows = priced.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const traceIds = rows.map(({ span }) => span.traceId);
  const spanIds = rows.map(({ span }) => span.spanId);
  await client.query(
    `${MARK} INSERT INTO ${tableItself('span_costs')} (trace_id, span_id, model_id, prompt_tokens, completion_tokens,
                                     prompt_cost, completion_cost)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::float8[], $5::float8[],
                          $6::float8[], $7::float8[])
     ON CONFLICT (trace_id, span_id) DO UPDATE SET
       model_id = excluded.model_id, prompt_tokens = excluded.prompt_tokens,
       completion_tokens = excluded.completion_tokens, prompt_cost = excluded.prompt_cost,
       completion_cost = excluded.completion_cost`,
    [
      traceIds,
      spanIds,
      rows.map(({ modelId }) => modelId),
      rows.map(({ cost }) => cost.promptTokens),
      rows.map(({ cost }) => cost.completionTokens),
      rows.map(({ cost }) => cost.promptCost),
      rows.map(({ cost }) => cost.completionCost),
    ],
  );
  await client.query(
    `${MARK} DELETE FROM ${tableItself('span_cost_details')} d USING unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
      WHERE d.trace_id = k.trace_id AND d.span_id = k.span_id`,
    [traceIds, spanIds],
  );
  const details = rows.flatMap(({ span, cost }) =>
    cost.details.map((detail) => ({ span, detail })),
  );
  await client.query(
    `${MARK} INSERT INTO ${tableItself('span_cost_details')} (trace_id, span_id, is_prompt, token_type, tokens, cost,
                                            cost_per_token)
     SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::float8[],
                          $6::float8[], $7::float8[])`,
    [
      details.map(({ span }) => span.traceId),
      details.map(({ span }) => span.spanId),
      details.map(({ detail }) => detail.isPrompt),
      details.map(({ detail }) => detail.tokenType),
      details.map(({ detail }) => detail.tokens),
      details.map(({ detail }) => detail.cost),
      details.map(({ detail }) => detail.costPerToken),
    ],
  );
  await client.query(
    `${MARK} WITH of_traces AS (
     UPDATE ${tableItself('traces')} t SET prompt_cost = c.prompt_cost, completion_cost = c.completion_cost
       FROM (SELECT trace_id, sum(prompt_cost) AS prompt_cost, sum(completion_cost) AS completion_cost
               FROM span_costs WHERE trace_id = ANY($1) GROUP BY trace_id) c
      WHERE t.trace_id = c.trace_id
        AND (t.prompt_cost, t.completion_cost) IS DISTINCT FROM (c.prompt_cost, c.completion_cost))
     ${markQuarters(
       `SELECT project_id, ${quarterOf('start_time')} AS quarter FROM traces WHERE trace_id = ANY($1)`,
     )}`,
    [[...new Set(traceIds)]],
  );
}

/** Notes when models were last used. */
export async function touchModels(
  client: pg.ClientBase,
  priced: readonly PricedSpan[],
): Promise<void> {
  const used = priced.filter(({ modelId }) => modelId !== null);
  if (used.length === 0) return;
  await client.query(
    `${MARK} UPDATE generative_models m SET last_used_at = u.at
       FROM (SELECT id, max(at) AS at FROM unnest($1::bigint[], $2::timestamptz[]) AS used (id, at)
              GROUP BY id) u
      WHERE m.id = u.id AND (m.last_used_at IS NULL OR m.last_used_at < u.at)`,
    [used.map(({ modelId }) => modelId), used.map(({ span }) => span.startTime)],
  );
}

export async function forgetUnpriced(client: pg.ClientBase, ids: readonly number[]): Promise<void> {
  await client.query(`${MARK} DELETE FROM unpriced_spans WHERE id = ANY($1)`, [ids]);
}

function keyOf({ span }: PricedSpan): string {
  return `${span.traceId}\0${span.spanId}`;
}
