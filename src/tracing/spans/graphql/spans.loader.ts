import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups, sortByKeys } from '../../../kernel/graphql/loaders.js';
import { FilterSyntaxError } from '../../../filter-language/filter-syntax-error.js';
import { mergeStoredAttributes } from '../../../spans/attributes.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { findMatches, readSearch, type TextMatch } from '../../span-index/search-text.js';
import type { SpanKey } from '../span.entity.js';
import { SpanTree } from '../span-tree.js';
import type { AddSpanCondition } from '../spans.filters.js';
import { SpanListsService } from '../span-lists.service.js';
import { SpansService } from '../spans.service.js';
import { SpansOfTracesQueries } from '../spans-of-traces.queries.js';
import { type OwnValues, SpansQueries, toSpanKeyText } from '../spans.queries.js';
import { parseEvents, type StoredEvent } from '../stored-event.js';
import { type SpanIOValue, type TokenPromptDetails, toSpanIOValue } from './span-content.type.js';
import { type Span, toSpan } from './span.type.js';

/** A span in which a search was found. */
interface SearchedSpan extends SpanKey {
  name: string;
  statusMessage: string;
  search: string;
}

/** Loads spans and their content by the key of a span, and the spans of traces by trace ID. */
@Injectable()
export class SpansLoaders {
  constructor(
    private readonly queries: SpansQueries,
    private readonly ofTraces: SpansOfTracesQueries,
    private readonly service: SpansService,
    private readonly lists: SpanListsService,
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

  /** The first match of each part of a search. */
  readonly searchMatches: BatchLoader<SearchedSpan, TextMatch[]> = {
    isLarge: true,
    cacheKey: (key) => JSON.stringify([key.traceId, key.spanId, key.search]),
    batch: async (keys) =>
      putInOrder(keys, await this.queries.readContent(keys)).map((row, at) => {
        const { search, name, statusMessage } = keys[at]!;
        const read = readSearch(search);
        return row && read ? findMatches(read, { name, statusMessage, ...row }) : [];
      }),
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

  /** Whether ingestion has marked a span as internal. */
  readonly isInternal: BatchLoader<SpanKey, boolean> = {
    cacheKey: toSpanKeyText,
    batch: async (keys) =>
      putInOrder(keys, await this.queries.findInternal(keys)).map(
        (row) => row?.isInternal ?? false,
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

  /** The input of the first span of a trace that has one. */
  readonly firstInput: BatchLoader<string, SpanIOValue | null> = {
    batch: (traceIds) => this.loadPreviews(traceIds, 'input'),
  };

  /** The output of the last span of a trace that has one. */
  readonly lastOutput: BatchLoader<string, SpanIOValue | null> = {
    batch: (traceIds) => this.loadPreviews(traceIds, 'output'),
  };

  /** The earliest span of a trace that matches a search. */
  readonly matchInTrace: BatchLoader<{ traceId: string; search: string }, Span | null> = {
    isLarge: true,
    cacheKey: ({ traceId, search }) => JSON.stringify([traceId, search]),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ search }) => search,
        async (group, { search: text }) => {
          const search = readSearch(text);
          const traceIds = group.map(({ traceId }) => traceId);
          const found = search && (await this.lists.findInTraces(search, traceIds));
          return traceIds.map((traceId) => {
            const span = found?.get(traceId);
            return span ? toSpan(span) : null;
          });
        },
        () => 1,
      ),
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

  /** Conditions that have been read, so that a request reads each only once. */
  readonly condition: BatchLoader<string, AddSpanCondition | null> = {
    batch: async (texts) =>
      texts.map((text) => {
        try {
          return this.service.readCondition(text);
        } catch (error) {
          if (error instanceof FilterSyntaxError) return error;
          throw error;
        }
      }),
  };

  private async loadPreviews(
    traceIds: readonly string[],
    side: 'input' | 'output',
  ): Promise<(SpanIOValue | null)[]> {
    const rows = await this.ofTraces.findPreviews(traceIds, side);
    return sortByKeys(traceIds, rows, (row) => row.traceId).map(
      (row) => row && toSpanIOValue(row, side),
    );
  }
}

function putInOrder<R extends SpanKey>(keys: readonly SpanKey[], rows: readonly R[]) {
  return sortByKeys(keys.map(toSpanKeyText), rows, toSpanKeyText);
}

/** Attributes may contain anything, so ignore all values except numbers. */
function toNumber(text: string | null | undefined): number | null {
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
