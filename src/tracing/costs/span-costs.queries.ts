import type pg from 'pg';
import type { Distributed } from '../../kernel/sql/distribution.js';
import { COUNT_PRICED } from '../../spans/cost-details.js';
import { markQuarters, quarterOf } from '../../spans/quarters.js';
import type { SpanKey } from '../spans/span.entity.js';
import type { SpanCost } from './calculate-cost.js';

/** A span with its cost. */
export interface PricedSpan {
  span: SpanKey & { startTime: string };
  /** The model that has its price; null if there is none. */
  modelId: number | null;
  cost: SpanCost;
  /** Whether its sender states the cost. */
  isStated: boolean;
}

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* span costs */';

/** Replaces the costs of spans. */
export async function writeCosts(
  client: Distributed<pg.ClientBase>,
  priced: readonly PricedSpan[],
): Promise<void> {
  const rows = priced.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const traceIds = rows.map(({ span }) => span.traceId);
  const spanIds = rows.map(({ span }) => span.spanId);
  await client.query(
    `${MARK} INSERT INTO ${client.distribution.tableItself('span_costs')} (trace_id, span_id, model_id, prompt_tokens, completion_tokens,
                                     prompt_cost, completion_cost, is_stated)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::float8[], $5::float8[],
                          $6::float8[], $7::float8[], $8::boolean[])
     ON CONFLICT (trace_id, span_id) DO UPDATE SET
       model_id = excluded.model_id, prompt_tokens = excluded.prompt_tokens,
       completion_tokens = excluded.completion_tokens, prompt_cost = excluded.prompt_cost,
       completion_cost = excluded.completion_cost, is_stated = excluded.is_stated`,
    [
      traceIds,
      spanIds,
      rows.map(({ modelId }) => modelId),
      rows.map(({ cost }) => cost.promptTokens),
      rows.map(({ cost }) => cost.completionTokens),
      rows.map(({ cost }) => cost.promptCost),
      rows.map(({ cost }) => cost.completionCost),
      rows.map(({ isStated }) => isStated),
    ],
  );
  await client.query(
    `${MARK} DELETE FROM ${client.distribution.tableItself('span_cost_details')} d USING unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
      WHERE d.trace_id = k.trace_id AND d.span_id = k.span_id`,
    [traceIds, spanIds],
  );
  const details = rows.flatMap(({ span, cost }) =>
    cost.details.map((detail) => ({ span, detail })),
  );
  await client.query(
    `${MARK} INSERT INTO ${client.distribution.tableItself('span_cost_details')} (trace_id, span_id, is_prompt, token_type, tokens, cost,
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
}

/** Removes the costs of spans, and those of traces that have no others. */
export async function removeCosts(
  client: Distributed<pg.ClientBase>,
  keys: readonly SpanKey[],
): Promise<void> {
  const traceIds = keys.map(({ traceId }) => traceId);
  for (const table of ['span_cost_details', 'span_costs']) {
    await client.query(
      `${MARK} DELETE FROM ${client.distribution.tableItself(table)} d USING unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
        WHERE d.trace_id = k.trace_id AND d.span_id = k.span_id`,
      [traceIds, keys.map(({ spanId }) => spanId)],
    );
  }
  await client.query(
    `${MARK} UPDATE ${client.distribution.tableItself('traces')} t
        SET prompt_cost = NULL, completion_cost = NULL, token_span_count = NULL,
            unpriced_span_count = NULL
      WHERE t.trace_id = ANY($1) AND t.token_span_count IS NOT NULL
        AND NOT EXISTS (SELECT FROM ${client.distribution.tableItself('span_costs')} c WHERE c.trace_id = t.trace_id)`,
    [traceIds],
  );
}

/** Adds up the costs of the spans of traces. */
export async function sumCosts(
  client: Distributed<pg.ClientBase>,
  traceIds: readonly string[],
): Promise<void> {
  await client.query(
    `${MARK} WITH of_traces AS (
     UPDATE ${client.distribution.tableItself('traces')} t
        SET prompt_cost = c.prompt_cost, completion_cost = c.completion_cost,
            token_span_count = c.tokens, unpriced_span_count = c.unpriced
       FROM (SELECT trace_id, sum(prompt_cost) AS prompt_cost, sum(completion_cost) AS completion_cost,
                    ${COUNT_PRICED.tokens} AS tokens, ${COUNT_PRICED.unpriced} AS unpriced
               FROM span_costs c WHERE trace_id = ANY($1) GROUP BY trace_id) c
      WHERE t.trace_id = c.trace_id
        AND (t.prompt_cost, t.completion_cost, t.token_span_count, t.unpriced_span_count)
            IS DISTINCT FROM (c.prompt_cost, c.completion_cost, c.tokens, c.unpriced))
     ${markQuarters(
       `SELECT project_id, ${quarterOf('start_time')} AS quarter FROM traces WHERE trace_id = ANY($1)`,
     )}`,
    [traceIds],
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

function keyOf({ span }: PricedSpan): string {
  return `${span.traceId}\0${span.spanId}`;
}
