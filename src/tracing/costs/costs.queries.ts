import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import {
  COST_DETAIL_ORDER,
  COST_DETAIL_SUMS,
  COST_DETAIL_TYPE,
  COUNT_PRICED,
  type CostDetailSums,
  PRICED_ROW,
  type PricedCounts,
  UNPRICED_MODEL,
  UNPRICED_SPANS,
  UNPRICED_SUMS,
  sumCosts,
} from '../../spans/cost-details.js';
import { currentScope } from '../../kernel/http/request-context.js';
import { CALL_KINDS_SQL } from '../../spans/token-usage.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { runFiguresRead } from '../../database/bounded-read.js';
import type { CostSums, UnpricedSums } from '../graphql/cost.type.js';
import type { SpanKey } from '../spans/span.entity.js';
import {
  isSameSession,
  SESSION_KEYS,
  type SessionKey,
  toSessionColumns,
} from '../../spans/session-key.js';

/** The tokens and cost of a span. */
export interface SpanCostRow extends SpanKey, PricedCounts {
  promptTokens: number;
  completionTokens: number;
  promptCost: number | null;
  completionCost: number | null;
  /** Whether its sender states the cost. */
  isStated: boolean;
}

/** A model, and the spans to count: of one project or of all, that began in a range. */
export interface ModelScope {
  modelId: number;
  projectId: number | null;
  start: string | null;
  end: string | null;
}

/** Select list of a `SpanCostRow` over rows `c` of `span_costs`. */
const SPAN_COSTS = `c.trace_id AS "traceId", c.span_id AS "spanId",
  c.prompt_tokens AS "promptTokens", c.completion_tokens AS "completionTokens",
  c.prompt_cost AS "promptCost", c.completion_cost AS "completionCost",
  c.is_stated AS "isStated", ${PRICED_ROW}`;

/** SQL for the cost of spans, traces, sessions and models, for a whole page at once. */
@Injectable()
export class CostsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Skips spans that are not priced yet. */
  readSpans(keys: readonly SpanKey[]): Promise<SpanCostRow[]> {
    return this.reader.query(
      `SELECT ${SPAN_COSTS}
         FROM unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
         JOIN span_costs c ON c.trace_id = k.trace_id AND c.span_id = k.span_id`,
      toColumns(keys),
    );
  }

  /** Reads the costs of all spans of traces. */
  readSpansOfTraces(traceIds: readonly string[]): Promise<SpanCostRow[]> {
    return this.reader.query(`SELECT ${SPAN_COSTS} FROM span_costs c WHERE c.trace_id = ANY($1)`, [
      traceIds,
    ]);
  }

  readDetailsOfSpans(keys: readonly SpanKey[]): Promise<(CostDetailSums & SpanKey)[]> {
    return this.reader.query(
      `SELECT d.trace_id AS "traceId", d.span_id AS "spanId", ${COST_DETAIL_SUMS}
         FROM unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
         JOIN span_cost_details d ON d.trace_id = k.trace_id AND d.span_id = k.span_id
        GROUP BY d.trace_id, d.span_id, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
      toColumns(keys),
    );
  }

  readDetailsOfTraces(
    traceIds: readonly string[],
  ): Promise<(CostDetailSums & { traceId: string })[]> {
    return this.reader.query(
      `SELECT d.trace_id AS "traceId", ${COST_DETAIL_SUMS}
         FROM span_cost_details d WHERE d.trace_id = ANY($1)
        GROUP BY d.trace_id, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
      [traceIds],
    );
  }

  readDetailsOfSessions(keys: readonly SessionKey[]): Promise<(CostDetailSums & SessionKey)[]> {
    return this.reader.query(
      `SELECT t.project_id AS "projectId", t.session_id AS "sessionId", ${COST_DETAIL_SUMS}
         FROM ${SESSION_KEYS} JOIN traces t ON ${isSameSession('t', 'k')}
         JOIN span_cost_details d ON d.trace_id = t.trace_id
        GROUP BY t.project_id, t.session_id, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
      toSessionColumns(keys),
    );
  }

  /** Reads the models without a price of traces. */
  readUnpricedOfTraces(
    traceIds: readonly string[],
  ): Promise<(UnpricedSums & { traceId: string })[]> {
    return this.reader.query(
      `SELECT d.trace_id AS "traceId", ${UNPRICED_SUMS}
         FROM (${UNPRICED_SPANS}) d WHERE d.trace_id = ANY($1) GROUP BY d.trace_id, ${UNPRICED_MODEL}`,
      [traceIds],
    );
  }

  /** Reads the same for each span of traces. */
  readUnpricedInTraces(traceIds: readonly string[]): Promise<(UnpricedSums & SpanKey)[]> {
    return this.reader.query(
      `SELECT d.trace_id AS "traceId", d.span_id AS "spanId", ${UNPRICED_SUMS}
         FROM (${UNPRICED_SPANS}) d WHERE d.trace_id = ANY($1)
        GROUP BY d.trace_id, d.span_id, ${UNPRICED_MODEL}`,
      [traceIds],
    );
  }

  readUnpricedOfSessions(keys: readonly SessionKey[]): Promise<(UnpricedSums & SessionKey)[]> {
    return this.reader.query(
      `SELECT t.project_id AS "projectId", t.session_id AS "sessionId", ${UNPRICED_SUMS}
         FROM ${SESSION_KEYS} JOIN traces t ON ${isSameSession('t', 'k')}
         JOIN (${UNPRICED_SPANS}) d ON d.trace_id = t.trace_id
        WHERE t.unpriced_span_count > 0
        GROUP BY t.project_id, t.session_id, ${UNPRICED_MODEL}`,
      toSessionColumns(keys),
    );
  }

  /** Reads the details of every span of traces. */
  readDetailsInTraces(traceIds: readonly string[]): Promise<(CostDetailSums & SpanKey)[]> {
    return this.reader.query(
      `SELECT d.trace_id AS "traceId", d.span_id AS "spanId", ${COST_DETAIL_SUMS}
         FROM span_cost_details d WHERE d.trace_id = ANY($1)
        GROUP BY d.trace_id, d.span_id, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
      [traceIds],
    );
  }

  /**
   * Reads the cost of the spans that models priced. Skips models that priced none.
   * @throws BadRequestError if it takes too long, because no index contains models.
   */
  readModels(
    modelIds: readonly number[],
    scope: ModelScope,
  ): Promise<(CostSums & { modelId: number })[]> {
    const { source, parameters } = selectSpansOfModels(modelIds, scope);
    return runFiguresRead(
      this.reader,
      `SELECT c.model_id AS "modelId", sum(c.prompt_tokens) AS "promptTokens",
              sum(c.completion_tokens) AS "completionTokens",
              ${sumCosts('c')},
              ${COUNT_PRICED.tokens} AS "tokenSpanCount"
         ${source} GROUP BY c.model_id`,
      parameters,
    );
  }

  /** @throws BadRequestError if it takes too long, because no index contains models. */
  readDetailsOfModels(
    modelIds: readonly number[],
    scope: ModelScope,
  ): Promise<(CostDetailSums & { modelId: number })[]> {
    const { source, parameters } = selectSpansOfModels(modelIds, scope);
    return runFiguresRead(
      this.reader,
      `SELECT c.model_id AS "modelId", ${COST_DETAIL_SUMS}
         FROM (SELECT c.trace_id, c.span_id, c.model_id ${source}) c
         JOIN span_cost_details d ON d.trace_id = c.trace_id AND d.span_id = c.span_id
        GROUP BY c.model_id, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
      parameters,
    );
  }
}

/** The costs `c` of spans that models priced, and that are in a scope. */
function selectSpansOfModels(
  modelIds: readonly number[],
  { projectId, start, end }: ModelScope,
): { source: string; parameters: unknown[] } {
  const where = new SqlWhere();
  where.and(`c.model_id = ANY(${where.bind(modelIds)})`);
  // Costs say nothing of their project, so somebody who cannot see every project needs the spans.
  if (projectId === null && start === null && end === null && !currentScope()) {
    return { source: `FROM span_costs c ${where.toString()}`, parameters: where.parameters };
  }
  if (projectId !== null) where.andEqual('s.project_id', projectId);
  where.and(`s.kind IN ${CALL_KINDS_SQL}`).andBetween('s.start_time', start, end);
  return {
    source: `FROM spans s JOIN span_costs c ON c.trace_id = s.trace_id AND c.span_id = s.span_id
      ${where.toString()}`,
    parameters: where.parameters,
  };
}

function toColumns(keys: readonly SpanKey[]): string[][] {
  return [keys.map(({ traceId }) => traceId), keys.map(({ spanId }) => spanId)];
}
