import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import {
  createCursorWriter,
  type KeysetPage,
  type KeysetSort,
  type ListInput,
  toKeysetSort,
} from '../../kernel/pagination/keyset-sort.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { type AnnotationKey, toAnnotationSort } from '../annotation-sorts/annotation-sort.js';
import { allTests } from '../span-index/block-test.js';
import type { TextSearch } from '../span-index/search-text.js';
import { isBlockOrder } from './block-order.js';
import type { SpanRow } from './span.entity.js';
import { SPAN_FIGURES, type SpanFigure } from '../fields/span-figures.js';
import {
  findBlockTest,
  selectsOnlyByTime,
  type SpanConditions,
  type SpanFilter,
  toSpanConditions,
} from './spans.filters.js';
import { SpansQueries } from './spans.queries.js';
import { SPAN_SORTS } from '../fields/span.js';
import { findCondition, findFigure, type SpanOrder } from './spans.sorts.js';
import { SpansByBlockQueries } from './spans-by-block.queries.js';
import { SpansBySubtreeQueries } from './spans-by-subtree.queries.js';
import { SpansByTextQueries, type TextSelection } from './spans-by-text.queries.js';

export type SpanListInput = ListInput<SpanFilter, SpanOrder>;

/** Lists and searches the spans of a project, for REST and GraphQL. */
@Injectable()
export class SpanListsService {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly queries: SpansQueries,
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
    const input = { filter, order: order ?? null, start, limit };
    if (filter.search) {
      const found = await this.listBySearch(projectId, input);
      if (found) return found;
      const rows = await this.findBySearch(projectId, filter);
      input.filter = { ...filter, search: null, rowIds: rows.map(({ id }) => id) };
    }
    if (order?.annotations) return this.listByAnnotation(projectId, input, order.annotations);
    const figure = findFigure(order);
    const joinsTrace = figure !== null && figure !== 'ownCost' && (filter.rootSpansOnly ?? false);
    if (figure && !joinsTrace) return this.listByFigure(projectId, input, figure);
    return this.listByColumn(projectId, input, joinsTrace ? figure : null);
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

  /**
   * Lists a page by a column of spans.
   * @param figureOfTrace sorts root spans by a figure of their traces instead.
   */
  private async listByColumn(
    projectId: number,
    { filter, order, start, limit }: Required<SpanListInput>,
    figureOfTrace: SpanFigure | null,
  ): Promise<KeysetPage<SpanRow>> {
    const sort = toKeysetSort(SPAN_SORTS, order, 's.id');
    const cursorOf = createCursorWriter(sort);
    const findConditions = async () => {
      const found = await this.findConditions(projectId, filter);
      if (figureOfTrace && !SPAN_FIGURES[figureOfTrace].countsAll) {
        found?.where.and(`${SPAN_FIGURES[figureOfTrace].ofTrace} IS NOT NULL`);
      }
      const condition = findCondition(order);
      if (condition) found?.where.and(condition);
      return found;
    };
    const conditions = await findConditions();
    if (!conditions) return { rows: [], cursorOf };
    const page = {
      sort,
      start,
      limit: limit + 1,
      joinsTrace: figureOfTrace !== null,
      isBounded: Boolean(filter.addCondition ?? filter.traceCondition),
    };
    const test = findBlockTest(filter);
    const { timeRange } = filter;
    if (conditions.where.distribution.hasWorkers && listsRootsByStart(filter, sort)) {
      await this.endWithRoots(projectId, filter, conditions, page);
    }
    // Conditions that can match once can always match.
    const again = async () => (await findConditions())!;
    const inBlocks = test
      ? await this.byBlock.list(projectId, again, page, { test, timeRange })
      : await this.byBlock.listHighest(projectId, again, page, timeRange);
    const rows = inBlocks ?? (await this.queries.list(projectId, conditions, page));
    return { rows, cursorOf };
  }

  /**
   * Ends a page of roots and orphans where the roots alone would fill it. Roots have an index. Orphans are
   * found among all spans, and each shard would otherwise look through as many as make up a whole page.
   */
  private async endWithRoots(
    projectId: number,
    filter: SpanFilter,
    { where }: SpanConditions,
    page: Parameters<SpansQueries['findPageEnd']>[1],
  ): Promise<void> {
    const roots = await this.findConditions(projectId, { ...filter, orphanSpanAsRootSpan: false });
    const end = roots && (await this.queries.findPageEnd(roots, page));
    if (end === null) return;
    where.and(`s.start_time ${page.sort.descending ? '>=' : '<='} ${where.bind(end)}`);
  }

  /** Lists a page by tokens or costs of the subtrees of spans. */
  private async listByFigure(
    projectId: number,
    { filter, order, start, limit }: Required<SpanListInput>,
    figure: SpanFigure,
  ): Promise<KeysetPage<SpanRow>> {
    const sort = toKeysetSort(SPAN_SORTS, order, 's.id');
    const cursorOf = createCursorWriter(sort);
    if (!(await this.findConditions(projectId, filter))) return { rows: [], cursorOf };
    const page = {
      figure,
      descending: sort.descending,
      after: start.after ?? null,
      limit: limit + 1,
      timeRange: filter.timeRange,
    };
    // Conditions that can match once can always match.
    const again = async () => (await this.findConditions(projectId, filter))!;
    return { rows: await this.bySubtree.list(projectId, again, page), cursorOf };
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
    if (!search || !(await this.findConditions(projectId, filter))) return null;
    // Conditions that can match once can always match.
    return {
      projectId,
      search: { ...search, blockTest: allTests([search.blockTest, findBlockTest(filter)]) },
      findConditions: async () => (await this.findConditions(projectId, filter))!,
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
    const conditions = await this.findConditions(projectId, filter);
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

  /** Null if no span can match. */
  private findConditions(projectId: number, filter: SpanFilter): Promise<SpanConditions | null> {
    return toSpanConditions(this.reader.distribution, projectId, filter, (id) =>
      this.queries.findTraceIds(id),
    );
  }
}

function listsRootsByStart(filter: SpanFilter, { column }: KeysetSort): boolean {
  const { rootSpansOnly, orphanSpanAsRootSpan = true, ...others } = filter;
  if (!rootSpansOnly || !orphanSpanAsRootSpan || column !== SPAN_SORTS.startTime) return false;
  return selectsOnlyByTime(others);
}
