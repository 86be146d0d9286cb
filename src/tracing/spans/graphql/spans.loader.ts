import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups, sortByKeys } from '../../../common/graphql/loaders.js';
import { mergeStoredAttributes } from '../../../common/json/attributes.js';
import type { JsonObject } from '../../../common/json/json.js';
import type { SpanKey, SpanRow } from '../span.entity.js';
import { SpanTree } from '../span-tree.js';
import { SpansOfTracesQueries, type TraceSpansPage } from '../spans-of-traces.queries.js';
import { type OwnValues, SpansQueries, toSpanKeyText } from '../spans.queries.js';
import { parseEvents, type StoredEvent } from '../stored-event.js';
import type { TokenPromptDetails } from './span-content.type.js';
import { type Span, toSpan } from './span.type.js';

/** A page of the spans of one trace. */
interface TraceSpansKey extends TraceSpansPage {
  traceId: string;
}

/** Loads spans and their content by the key of a span, and the spans of traces by trace ID. */
@Injectable()
export class SpansLoaders {
  constructor(
    private readonly queries: SpansQueries,
    private readonly ofTraces: SpansOfTracesQueries,
  ) {}

  readonly byKey: BatchLoader<SpanKey, Span | null> = {
    cacheKey: toSpanKeyText,
    batch: async (keys) =>
      putInOrder(keys, await this.queries.findByKeys(keys)).map((row) => row && toSpan(row)),
  };

  /** Nested; empty for a span that no longer exists. */
  readonly attributes: BatchLoader<SpanKey, JsonObject> = {
    isLarge: true,
    cacheKey: toSpanKeyText,
    batch: async (keys) =>
      putInOrder(keys, await this.queries.readAttributes(keys)).map((row) =>
        row ? mergeStoredAttributes(row.attributes, row.payload) : {},
      ),
  };

  readonly events: BatchLoader<SpanKey, StoredEvent[]> = {
    isLarge: true,
    cacheKey: toSpanKeyText,
    batch: async (keys) =>
      putInOrder(keys, await this.queries.readEvents(keys)).map((row) =>
        row ? parseEvents(row.events, row.startTime) : [],
      ),
  };

  readonly promptDetails: BatchLoader<SpanKey, TokenPromptDetails> = {
    cacheKey: toSpanKeyText,
    batch: async (keys) =>
      putInOrder(keys, await this.queries.readPromptDetails(keys)).map((row) => ({
        cacheRead: toNumber(row?.cacheRead),
        cacheWrite: toNumber(row?.cacheWrite),
        audio: toNumber(row?.audio),
      })),
  };

  /** Whether a span has `input.value` and `output.value`. */
  readonly ownValues: BatchLoader<SpanKey, Pick<OwnValues, 'hasInput' | 'hasOutput'>> = {
    cacheKey: toSpanKeyText,
    batch: async (keys) =>
      putInOrder(keys, await this.queries.findOwnValues(keys)).map(
        (row) => row ?? { hasInput: false, hasOutput: false },
      ),
  };

  /** Number of documents that a span retrieved or reranked. */
  readonly documentCount: BatchLoader<SpanKey, number> = {
    cacheKey: toSpanKeyText,
    batch: async (keys) =>
      putInOrder(keys, await this.queries.countDocuments(keys)).map((row) => row?.count ?? 0),
  };

  /** The root span of each trace. */
  readonly root: BatchLoader<string, Span | null> = {
    batch: async (traceIds) => {
      const roots = (await this.ofTraces.findRoots(traceIds)).map(toSpan);
      return sortByKeys(traceIds, roots, (span) => span.context.traceId);
    },
  };

  readonly tree: BatchLoader<string, SpanTree> = {
    isLarge: true,
    batch: async (traceIds) => {
      const rows = await this.ofTraces.readTrees(traceIds);
      return sortByKeys(traceIds, rows, (row) => row.traceId).map(
        (row) => new SpanTree(row?.spans ?? []),
      );
    },
  };

  /** Traces with the same page arguments share a query. */
  readonly pageOfTrace: BatchLoader<TraceSpansKey, SpanRow[]> = {
    cacheKey: (key) => JSON.stringify([key.traceId, toPageText(key)]),
    batch: (keys) =>
      loadInGroups(
        keys,
        toPageText,
        async (group, page) => {
          const traceIds = group.map((key) => key.traceId);
          const rows = await this.ofTraces.list(traceIds, page);
          const byTrace = Map.groupBy(rows, (row) => row.traceId);
          return traceIds.map((traceId) => byTrace.get(traceId) ?? []);
        },
        ({ limit }) => limit,
      ),
  };
}

function putInOrder<R extends SpanKey>(keys: readonly SpanKey[], rows: readonly R[]) {
  return sortByKeys(keys.map(toSpanKeyText), rows, toSpanKeyText);
}

function toPageText({ after, limit, rootSpansOnly, orphanSpanAsRootSpan }: TraceSpansPage): string {
  return JSON.stringify([after, limit, rootSpansOnly, orphanSpanAsRootSpan]);
}

/** Attributes may contain anything, so ignore all values except numbers. */
function toNumber(text: string | null | undefined): number | null {
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
