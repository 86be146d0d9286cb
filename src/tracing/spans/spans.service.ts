import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { NotFoundError } from '../../common/errors/errors.js';
import { findRowId } from '../../common/ids/global-id.js';
import { mergeStoredAttributes } from '../../common/json/attributes.js';
import type { JsonObject } from '../../common/json/json.js';
import {
  createCursorWriter,
  type KeysetPage,
  type PageStart,
  toKeysetSort,
} from '../../common/pagination/keyset-sort.js';
import { isStorable } from '../../common/validation/storable.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { type AnnotationKey, toAnnotationSort } from '../annotation-sorts/annotation-sort.js';
import { erasePayloads } from '../changes/erase-payloads.js';
import { deleteSpans, lockTraces } from '../changes/tracing-changes.queries.js';
import { addSpanCondition, readSpanCondition } from '../conditions/span-condition.js';
import { allTests } from '../span-index/block-test.js';
import { toBlockTest } from '../span-index/condition-blocks.js';
import { isBlockOrder } from './block-order.js';
import type { TextSearch } from '../span-index/search-text.js';
import { SpansByTextQueries, type TextSelection } from './spans-by-text.queries.js';
import { SpansByBlockQueries } from './spans-by-block.queries.js';
import type { SpanKey, SpanRow, SpanSummary } from './span.entity.js';
import {
  type AddSpanCondition,
  findBlockTest,
  selectsOnlyByTime,
  type SpanFilter,
  toSpanConditions,
} from './spans.filters.js';
import { SpansOfTracesQueries } from './spans-of-traces.queries.js';
import { SPAN_FIGURES } from './span-figures.js';
import { SpansQueries, toSpanKeyText } from './spans.queries.js';
import { SpansBySubtreeQueries } from './spans-by-subtree.queries.js';
import { findFigure, SPAN_SORTS, type SpanOrder } from './spans.sorts.js';
import { parseEvents, type StoredEvent } from './stored-event.js';

/** A span with all its stored data. */
export interface FullSpan {
  row: SpanRow;
  /** Nested. */
  attributes: JsonObject;
  events: StoredEvent[];
}

export interface SpanListInput {
  filter?: SpanFilter;
  /** Defaults to row ID. */
  order?: SpanOrder | null;
  start?: PageStart;
  limit: number;
}

/** Lists, finds and deletes spans, for REST and GraphQL. */
@Injectable()
export class SpansService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: SpansQueries,
    private readonly ofTraces: SpansOfTracesQueries,
    private readonly bySubtree: SpansBySubtreeQueries,
    private readonly byBlock: SpansByBlockQueries,
    private readonly byText: SpansByTextQueries,
  ) {}

  /**
   * Lists a page of a project's spans: `limit` rows, and one more if there is a next page.
   * @throws DomainError BAD_USER_INPUT for a cursor of another order; BadRequestError if a condition
   * or adding up tokens or costs takes too long.
   */
  async list(
    projectId: number,
    { filter = {}, order, start = {}, limit }: SpanListInput,
  ): Promise<KeysetPage<SpanRow>> {
    if (filter.search) {
      const found = await this.listBySearch(projectId, {
        filter,
        order: order ?? null,
        start,
        limit,
      });
      if (found) return found;
      const rows = await this.findBySearch(projectId, filter);
      filter = { ...filter, search: null, rowIds: rows.map(({ id }) => id) };
    }
    if (order?.annotations) {
      return this.listByAnnotation(projectId, { filter, order, start, limit }, order.annotations);
    }
    const sort = toKeysetSort(SPAN_SORTS, order, 's.id');
    const cursorOf = createCursorWriter(sort);
    const figure = findFigure(order);
    const joinsTrace = figure !== null && figure !== 'ownCost' && (filter.rootSpansOnly ?? false);
    const findConditions = async () => {
      const found = await toSpanConditions(projectId, filter, (id) =>
        this.queries.findTraceIds(id),
      );
      if (joinsTrace && !SPAN_FIGURES[figure].countsAll) {
        found?.where.and(`${SPAN_FIGURES[figure].ofTrace} IS NOT NULL`);
      }
      return found;
    };
    const conditions = await findConditions();
    if (!conditions) return { rows: [], cursorOf };
    if (figure && !joinsTrace) {
      const page = {
        figure,
        descending: sort.descending,
        after: start.after ?? null,
        limit: limit + 1,
        timeRange: filter.timeRange,
      };
      // Conditions that can match once can always match.
      const rows = await this.bySubtree.list(
        projectId,
        async () => (await findConditions())!,
        page,
      );
      return { rows, cursorOf };
    }
    const page = {
      sort,
      start,
      limit: limit + 1,
      joinsTrace,
      isBounded: Boolean(filter.addCondition ?? filter.traceCondition),
    };
    const test = findBlockTest(filter);
    const { timeRange } = filter;
    const again = async () => (await findConditions())!;
    const inBlocks = test
      ? await this.byBlock.list(projectId, again, page, { test, timeRange })
      : await this.byBlock.listHighest(projectId, again, page, timeRange);
    const rows = inBlocks ?? (await this.queries.list(projectId, conditions, page));
    return { rows, cursorOf };
  }

  /**
   * Finds all spans that match the search of a filter.
   * @throws BadRequestError if there are too many, or if it takes too long.
   */
  async findBySearch(projectId: number, filter: SpanFilter): Promise<SpanRow[]> {
    const selection = await this.toTextSelection(projectId, filter);
    return selection ? this.byText.findAll(selection) : [];
  }

  /**
   * Finds spans that match the search of a filter, newest first, like `SpansByTextQueries`.
   * @param isWantedTrace if present, finds one span of each such trace.
   * @throws BadRequestError if it takes too long.
   */
  async findNewestBySearch(
    projectId: number,
    filter: SpanFilter,
    isEnough: Parameters<SpansByTextQueries['findNewest']>[1],
    isWantedTrace?: (traceId: string) => boolean,
  ): Promise<void> {
    const selection = await this.toTextSelection(projectId, filter);
    if (selection) await this.byText.findNewest({ ...selection, isWantedTrace }, isEnough);
  }

  /** Finds the earliest span of each trace that matches a search, by trace ID. */
  async findInTraces(
    search: TextSearch,
    traceIds: readonly string[],
  ): Promise<Map<string, SpanRow>> {
    return this.byText.findInTraces(search, await this.queries.findByTraceIds(traceIds));
  }

  /** Lists a page by start or row ID; null for other orders. */
  private async listBySearch(
    projectId: number,
    { filter, order, start, limit }: Required<SpanListInput>,
  ): Promise<KeysetPage<SpanRow> | null> {
    if (order?.annotations) return null;
    const sort = toKeysetSort(SPAN_SORTS, order, 's.id');
    if (!isBlockOrder(sort)) return null;
    const selection = await this.toTextSelection(projectId, filter);
    const page = { sort, start, limit: limit + 1, joinsTrace: false, isBounded: true };
    const rows = selection ? await this.byText.list(selection, page) : [];
    return rows && { rows, cursorOf: createCursorWriter(sort) };
  }

  /** Null if no span can match. */
  private async toTextSelection(
    projectId: number,
    filter: SpanFilter,
  ): Promise<TextSelection | null> {
    const { search, timeRange } = filter;
    const findConditions = () =>
      toSpanConditions(projectId, filter, (id) => this.queries.findTraceIds(id));
    if (!search || !(await findConditions())) return null;
    // Conditions that can match once can always match.
    return {
      projectId,
      search: { ...search, blockTest: allTests([search.blockTest, findBlockTest(filter)]) },
      findConditions: async () => (await findConditions())!,
      timeRange,
    };
  }

  private async listByAnnotation(
    projectId: number,
    { filter, order, start, limit }: Required<SpanListInput>,
    key: AnnotationKey,
  ): Promise<KeysetPage<SpanRow>> {
    const sort = toAnnotationSort(key, order?.dir ?? 'asc');
    const cursorOf = createCursorWriter(sort);
    const conditions = await toSpanConditions(projectId, filter, (id) =>
      this.queries.findTraceIds(id),
    );
    if (!conditions || !isStorable(key.name)) return { rows: [], cursorOf };
    const values = {
      key,
      projectId: conditions.where.bind(projectId),
      sort,
      after: start.after ?? null,
      timeRange: filter.timeRange,
      limit: selectsOnlyByTime(filter) ? limit + 1 : undefined,
    };
    return { rows: await this.queries.listByAnnotation(conditions, values, limit + 1), cursorOf };
  }

  /** Lists the spans of traces by trace ID, sorted by start. */
  async listByTrace(traceIds: readonly string[]): Promise<Map<string, SpanSummary[]>> {
    if (traceIds.length === 0) return new Map();
    return Map.groupBy(await this.ofTraces.readSummaries(traceIds), (span) => span.traceId);
  }

  /** Finds the root span of each trace that has one. */
  findRoots(traceIds: readonly string[]): Promise<SpanRow[]> {
    return this.ofTraces.findRoots(traceIds);
  }

  /**
   * Reads a condition in the filter language; null if there is none or it is blank.
   * @throws FilterSyntaxError if it is not a condition.
   */
  readCondition(text: string | null | undefined): AddSpanCondition | null {
    const condition = readSpanCondition(text ?? '');
    if (!condition) return null;
    const add: AddSpanCondition = (where, all) => addSpanCondition(where, condition, all);
    add.blockTest = toBlockTest(condition.condition);
    return add;
  }

  findByRowId(id: number): Promise<SpanRow | null> {
    return this.queries.findByRowId(id);
  }

  /** In no particular order; unknown IDs are skipped. */
  findByRowIds(ids: readonly number[]): Promise<SpanRow[]> {
    return this.queries.findByRowIds(ids);
  }

  /** If several traces have a span with the ID, returns the one stored first. */
  async findBySpanId(spanId: string): Promise<SpanRow | null> {
    return isStorable(spanId) ? this.queries.findBySpanId(spanId) : null;
  }

  /** In no particular order; unknown keys are skipped. */
  findByKeys(keys: readonly SpanKey[]): Promise<SpanRow[]> {
    return this.queries.findByKeys(keys);
  }

  /** Counts the documents that each span retrieved or reranked, in the order of the keys. */
  async countDocuments(keys: readonly SpanKey[], tx?: EntityManager): Promise<number[]> {
    const rows = await this.queries.countDocuments(keys, tx);
    const counts = new Map(rows.map((row) => [toSpanKeyText(row), row.count]));
    return keys.map((key) => counts.get(toSpanKeyText(key)) ?? 0);
  }

  /** Reads all stored data of spans, in the same order. Skips deleted ones. */
  async readContent(rows: readonly SpanRow[]): Promise<FullSpan[]> {
    if (rows.length === 0) return [];
    const contents = await this.queries.readContent(rows);
    const byKey = new Map(contents.map((content) => [toSpanKeyText(content), content]));
    return rows.flatMap((row) => {
      const content = byKey.get(toSpanKeyText(row));
      // The span was deleted between the two queries.
      if (!content) return [];
      return {
        row,
        attributes: mergeStoredAttributes(content.attributes, content.payload),
        events: parseEvents(content.events, row.startTime),
      };
    });
  }

  /**
   * Reads one span of any project, identified by its global ID or the sender's ID.
   * @throws NotFoundError if the span does not exist.
   */
  async get(identifier: string): Promise<FullSpan> {
    const row = await this.find(identifier);
    const [span] = row ? await this.readContent([row]) : [];
    if (!span) throw missingSpan(identifier);
    return span;
  }

  private find(identifier: string): Promise<SpanRow | null> {
    const rowId = findRowId(identifier, 'Span');
    return rowId === null ? this.findBySpanId(identifier) : this.findByRowId(rowId);
  }

  /**
   * Deletes one span, identified by its global ID or the sender's ID. Its children stay. Subtracts
   * the span from the totals of its trace, which keeps its times and is deleted with its last span.
   * @throws NotFoundError if the span does not exist.
   */
  async delete(identifier: string): Promise<void> {
    const span = await this.find(identifier);
    const missing = missingSpan(identifier);
    if (!span) throw missing;
    await inRetriedTransaction(this.dataSource, async (tx) => {
      if ((await lockTraces(tx, [span.traceId])).length === 0) throw missing;
      await erasePayloads(tx, span.traceId, [span.spanId]);
      if ((await deleteSpans(tx, span.traceId, [span.spanId])) === 0) throw missing;
    });
  }
}

function missingSpan(identifier: string): NotFoundError {
  const isGlobalId = findRowId(identifier, 'Span') !== null;
  const quoted = isGlobalId ? `relay ID '${identifier}'` : `span_id '${identifier}'`;
  return new NotFoundError(`Span with ${quoted} not found`);
}
