import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../kernel/graphql/loaders.js';
import type { CostDetailSums } from '../../../spans/cost-details.js';
import type { CostSums, UnpricedSums } from '../../graphql/cost.type.js';
import type { SpanKey } from '../../spans/span.entity.js';
import { type SessionKey, toSessionText } from '../../../spans/session-key.js';
import { CostsQueries, type ModelScope, type SpanCostRow } from '../costs.queries.js';

export type { ModelScope } from '../costs.queries.js';

/** Loads the cost of spans and models, and that of spans, traces, sessions and models by token type. */
@Injectable()
export class CostsLoaders {
  constructor(private readonly queries: CostsQueries) {}

  /** Null until the span is priced. */
  readonly ofSpan: BatchLoader<SpanKey, SpanCostRow | null> = {
    cacheKey: toText,
    batch: async (keys) => {
      const rows = new Map((await this.queries.readSpans(keys)).map((row) => [toText(row), row]));
      return keys.map((key) => rows.get(toText(key)) ?? null);
    },
  };

  readonly detailsOfSpan: BatchLoader<SpanKey, CostDetailSums[]> = {
    cacheKey: toText,
    batch: async (keys) => {
      const bySpan = Map.groupBy(await this.queries.readDetailsOfSpans(keys), toText);
      return keys.map((key) => bySpan.get(toText(key)) ?? []);
    },
  };

  /** By the sender's ID. */
  readonly detailsOfTrace: BatchLoader<string, CostDetailSums[]> = {
    batch: async (traceIds) => {
      const rows = await this.queries.readDetailsOfTraces(traceIds);
      const byTrace = Map.groupBy(rows, ({ traceId }) => traceId);
      return traceIds.map((id) => byTrace.get(id) ?? []);
    },
  };

  readonly detailsOfSession: BatchLoader<SessionKey, CostDetailSums[]> = {
    cacheKey: toSessionText,
    batch: async (keys) => {
      const rows = await this.queries.readDetailsOfSessions(keys);
      const bySession = Map.groupBy(rows, toSessionText);
      return keys.map((key) => bySession.get(toSessionText(key)) ?? []);
    },
  };

  /** Models without a price. By the sender's ID. */
  readonly unpricedOfTrace: BatchLoader<string, UnpricedSums[]> = {
    batch: async (traceIds) => {
      const rows = await this.queries.readUnpricedOfTraces(traceIds);
      const byTrace = Map.groupBy(rows, ({ traceId }) => traceId);
      return traceIds.map((id) => byTrace.get(id) ?? []);
    },
  };

  /** The same of a session. */
  readonly unpricedOfSession: BatchLoader<SessionKey, UnpricedSums[]> = {
    cacheKey: toSessionText,
    batch: async (keys) => {
      const rows = await this.queries.readUnpricedOfSessions(keys);
      const bySession = Map.groupBy(rows, toSessionText);
      return keys.map((key) => bySession.get(toSessionText(key)) ?? []);
    },
  };

  /** The cost of every span of a trace that is priced. By the sender's ID. */
  readonly spansInTrace: BatchLoader<string, SpanCostRow[]> = {
    isLarge: true,
    batch: async (traceIds) => {
      const rows = await this.queries.readSpansOfTraces(traceIds);
      const byTrace = Map.groupBy(rows, ({ traceId }) => traceId);
      return traceIds.map((id) => byTrace.get(id) ?? []);
    },
  };

  /** The models without a price of every span of a trace. By the sender's ID. */
  readonly unpricedInTrace: BatchLoader<string, (UnpricedSums & SpanKey)[]> = {
    isLarge: true,
    batch: async (traceIds) => {
      const rows = await this.queries.readUnpricedInTraces(traceIds);
      const byTrace = Map.groupBy(rows, ({ traceId }) => traceId);
      return traceIds.map((id) => byTrace.get(id) ?? []);
    },
  };

  /** The details of every span of a trace. By the sender's ID. */
  readonly detailsInTrace: BatchLoader<string, (CostDetailSums & SpanKey)[]> = {
    isLarge: true,
    batch: async (traceIds) => {
      const rows = await this.queries.readDetailsInTraces(traceIds);
      const byTrace = Map.groupBy(rows, ({ traceId }) => traceId);
      return traceIds.map((id) => byTrace.get(id) ?? []);
    },
  };

  /** Null if the model priced no span in the scope. */
  readonly ofModel: BatchLoader<ModelScope, CostSums | null> = {
    cacheKey: (key) => `${key.modelId} ${toScopeText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toScopeText, async (group, scope) => {
        const ids = group.map(({ modelId }) => modelId);
        const rows = await this.queries.readModels(ids, scope);
        const byModel = new Map(rows.map((row) => [row.modelId, row]));
        return ids.map((id) => byModel.get(id) ?? null);
      }),
  };

  readonly detailsOfModel: BatchLoader<ModelScope, CostDetailSums[]> = {
    cacheKey: (key) => `${key.modelId} ${toScopeText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toScopeText, async (group, scope) => {
        const ids = group.map(({ modelId }) => modelId);
        const rows = await this.queries.readDetailsOfModels(ids, scope);
        const byModel = Map.groupBy(rows, ({ modelId }) => modelId);
        return ids.map((id) => byModel.get(id) ?? []);
      }),
  };
}

function toScopeText({ projectId, start, end }: ModelScope): string {
  return JSON.stringify([projectId, start, end]);
}

function toText({ traceId, spanId }: SpanKey): string {
  return JSON.stringify([traceId, spanId]);
}
