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
import type { SqlWhere } from '../../common/sql/sql-where.js';
import { isStorable } from '../../common/validation/storable.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { type AnnotationKey, toAnnotationSort } from '../annotation-sorts/annotation-sort.js';
import { deleteSpan, lockTraces } from '../changes/tracing-changes.queries.js';
import { addSpanCondition, readSpanCondition } from './span-condition.js';
import type { SpanKey, SpanRow, SpanSummary } from './span.entity.js';
import { selectsOnlyByTime, type SpanFilter, toSpanConditions } from './spans.filters.js';
import { SpansOfTracesQueries } from './spans-of-traces.queries.js';
import { SpansQueries, toSpanKeyText } from './spans.queries.js';
import { SpansBySubtreeQueries } from './spans-by-subtree.queries.js';
import { SPAN_SORTS, type SpanOrder, subtreeFigure } from './spans.sorts.js';
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
  ) {}

  /**
   * Lists a page of a project's spans: `limit` rows, and one more if there is a next page.
   * @throws DomainError BAD_USER_INPUT for a cursor of another order, or if adding up the tokens
   * of subtrees takes too long.
   */
  async list(
    projectId: number,
    { filter = {}, order, start = {}, limit }: SpanListInput,
  ): Promise<KeysetPage<SpanRow>> {
    if (order?.annotations) {
      return this.listByAnnotation(projectId, { filter, order, start, limit }, order.annotations);
    }
    const sort = toKeysetSort(SPAN_SORTS, order, 's.id');
    const cursorOf = createCursorWriter(sort);
    const findConditions = () =>
      toSpanConditions(projectId, filter, (id) => this.queries.findTraceIds(id));
    const where = await findConditions();
    if (!where) return { rows: [], cursorOf };
    const figure = subtreeFigure(order);
    if (figure && !filter.rootSpansOnly) {
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
    const page = { sort, start, limit: limit + 1, joinsTrace: figure !== null };
    return { rows: await this.queries.list(where, page), cursorOf };
  }

  private async listByAnnotation(
    projectId: number,
    { filter, order, start, limit }: Required<SpanListInput>,
    key: AnnotationKey,
  ): Promise<KeysetPage<SpanRow>> {
    const sort = toAnnotationSort(key, order?.dir ?? 'asc');
    const cursorOf = createCursorWriter(sort);
    const where = await toSpanConditions(projectId, filter, (id) => this.queries.findTraceIds(id));
    if (!where || !isStorable(key.name)) return { rows: [], cursorOf };
    const values = {
      key,
      projectId: where.bind(projectId),
      sort,
      after: start.after ?? null,
      timeRange: filter.timeRange,
      limit: selectsOnlyByTime(filter) ? limit + 1 : undefined,
    };
    return { rows: await this.queries.listByAnnotation(where, values, limit + 1), cursorOf };
  }

  /** Lists the spans of traces by trace ID, sorted by start. */
  async listByTrace(traceIds: readonly string[]): Promise<Map<string, SpanSummary[]>> {
    if (traceIds.length === 0) return new Map();
    return Map.groupBy(await this.ofTraces.readSummaries(traceIds), (span) => span.traceId);
  }

  /**
   * Reads a condition in the filter language.
   * @returns a function that adds it to a query on spans `s`, and returns the joins that must follow
   * `spans s` there. They keep the number of rows.
   * @throws FilterSyntaxError if it is not a condition.
   */
  readCondition(text: string): (where: SqlWhere) => string {
    const condition = readSpanCondition(text);
    return (where) => addSpanCondition(where, condition);
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
   * Deletes one span, identified by its global ID or the sender's ID. Its children stay. Subtracts
   * the span from the totals of its trace, which keeps its times and is deleted with its last span.
   * @throws NotFoundError if the span does not exist.
   */
  async delete(identifier: string): Promise<void> {
    const rowId = findRowId(identifier, 'Span');
    const span = await (rowId === null ? this.findBySpanId(identifier) : this.findByRowId(rowId));
    const quoted = rowId === null ? `span_id '${identifier}'` : `relay ID '${identifier}'`;
    const missing = new NotFoundError(`Span with ${quoted} not found`);
    if (!span) throw missing;
    await inRetriedTransaction(this.dataSource, async (tx) => {
      await lockTraces(tx, [span.traceId]);
      if (!(await deleteSpan(tx, span))) throw missing;
    });
  }
}
