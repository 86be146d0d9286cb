import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import type { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { DomainError, NotFoundError } from '../../kernel/errors/errors.js';
import { findRowId } from '../../kernel/ids/global-id.js';
import {
  createCursorWriter,
  type KeysetPage,
  type ListInput,
  toKeysetSort,
} from '../../kernel/pagination/keyset-sort.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { toAnnotationSort } from '../annotation-sorts/annotation-sort.js';
import { addRowCondition, readRowCondition } from '../conditions/row-condition.js';
import { TRACE_SORTS } from '../fields/trace.js';
import { CandidatesService } from '../span-index/candidates.service.js';
import type { TextSearch } from '../span-index/search-text.js';
import { SpanListsService } from '../spans/span-lists.service.js';
import { type SessionKey, toSessionText } from '../../spans/session-key.js';
import type { TraceEntity } from './trace.entity.js';
import { TracesQueries } from './traces.queries.js';
import { toTraceConditions, type TraceFilter, type TraceOrder } from './traces.filters.js';

export type TraceListInput = ListInput<TraceFilter, TraceOrder>;

/** Lists and finds traces, for REST and GraphQL. */
@Injectable()
export class TracesService {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly queries: TracesQueries,
    private readonly candidates: CandidatesService,
    private readonly spans: SpanListsService,
  ) {}

  /**
   * Lists a page of a project's traces: `limit` rows, and one more if there is a next page.
   * @throws DomainError BAD_USER_INPUT for a cursor of another order; BadRequestError if a condition
   * takes too long.
   */
  async list(projectId: number, input: TraceListInput): Promise<KeysetPage<TraceEntity>> {
    const { filter = {}, order, start = {}, limit } = input;
    const { sessionIdentifiers } = filter;
    const { search, ...others } = filter;
    if (search) {
      return this.listBySearch(projectId, search, { ...input, filter: others });
    }
    const annotations = order?.annotations;
    const sort = annotations
      ? toAnnotationSort(annotations, order.dir)
      : toKeysetSort(TRACE_SORTS, order, 't.id');
    const page = { rows: [], cursorOf: createCursorWriter(sort) };
    const sessionIds = sessionIdentifiers
      ? await this.findSessionIds(projectId, sessionIdentifiers)
      : filter.sessionIds;
    if (sessionIdentifiers && sessionIds?.length === 0) return page;
    const traceIds = filter.traceIds ?? (await this.findCandidates(projectId, filter));
    const where = toTraceConditions(this.reader.distribution, projectId, {
      ...filter,
      sessionIds,
      traceIds,
    });
    if (!annotations) {
      const bounds = { limit: limit + 1, isBounded: Boolean(filter.condition) };
      return { ...page, rows: await this.queries.list(where, sort, start, bounds) };
    }
    if (!isStorable(annotations.name)) return page;
    const values = {
      key: annotations,
      projectId: where.bind(projectId),
      sort,
      after: start.after ?? null,
    };
    return { ...page, rows: await this.queries.listByAnnotation(where, values, limit + 1) };
  }

  /**
   * Reads a condition in the filter language on traces `t`; null if there is none or it is blank.
   * @throws FilterSyntaxError if it is not a condition.
   */
  readCondition(text: string | null | undefined): ((where: DistributedWhere) => void) | null {
    const condition = readRowCondition('trace', text);
    return condition && ((where) => addRowCondition(where, condition));
  }

  /** Finds the traces that may meet the condition of a filter; undefined if there may be many. */
  private async findCandidates(
    projectId: number,
    { condition, timeRange }: TraceFilter,
  ): Promise<string[] | undefined> {
    if (!condition) return undefined;
    const from = timeRange?.start ?? null;
    return (await this.candidates.findTraceIds(projectId, condition, from)) ?? undefined;
  }

  /** Lists a page of the traces with a span that matches. */
  private async listBySearch(
    projectId: number,
    search: TextSearch,
    input: TraceListInput & { filter: TraceFilter },
  ): Promise<KeysetPage<TraceEntity>> {
    const { filter, order, limit } = input;
    // No span begins before its trace.
    const spanFilter = { search, timeRange: { start: filter.timeRange?.start ?? null } };
    const traceIds = new Set<string>();
    const listFound = () =>
      this.list(projectId, { ...input, filter: { ...filter, traceIds: [...traceIds] } });
    if (order?.col !== 'startTime' || order.dir !== 'desc') {
      const spans = await this.spans.findBySearch(projectId, spanFilter);
      for (const span of spans) traceIds.add(span.traceId);
      return listFound();
    }
    let wanted = limit + 1;
    let page: KeysetPage<TraceEntity> | null = null;
    await this.spans.findNewestBySearch(
      projectId,
      spanFilter,
      async (spans, latestRest) => {
        for (const span of spans) traceIds.add(span.traceId);
        if (traceIds.size < wanted) return false;
        wanted = traceIds.size * 2;
        page = await listFound();
        const last = page.rows[limit];
        // The traces of the remaining spans began no later than these.
        if (last && last.startTime > latestRest) return true;
        page = null;
        return false;
      },
      (traceId) => !traceIds.has(traceId),
    );
    return page ?? listFound();
  }

  /** Finds one trace or null for each identifier, which is a global ID or the sender's trace ID. */
  async findAll(identifiers: readonly string[]): Promise<(TraceEntity | null)[]> {
    const rowIds = identifiers.map((identifier) => findRowId(identifier, 'Trace'));
    const names = identifiers.filter((name, at) => rowIds[at] === null && isStorable(name));
    const byRowId = await this.queries.findByRowIds(rowIds.filter((id) => id !== null));
    const byTraceId = await this.queries.findByTraceIds(names);
    const found = new Map<number | string, TraceEntity>([
      ...byRowId.map((trace) => [trace.id, trace] as const),
      ...byTraceId.map((trace) => [trace.traceId, trace] as const),
    ]);
    return identifiers.map((identifier, at) => found.get(rowIds[at] ?? identifier) ?? null);
  }

  /**
   * Returns a trace of any project.
   * @param identifier a global ID or the sender's trace ID.
   * @throws NotFoundError if it does not exist.
   */
  async get(identifier: string): Promise<TraceEntity> {
    const [trace] = await this.findAll([identifier]);
    if (!trace) throw missingTrace(identifier);
    return trace;
  }

  async findByRowId(id: number): Promise<TraceEntity | null> {
    const [row] = await this.queries.findByRowIds([id]);
    return row ?? null;
  }

  /** Finds traces by the sender's IDs, in no particular order; unknown ones are skipped. */
  findByTraceIds(traceIds: readonly string[]): Promise<TraceEntity[]> {
    return this.queries.findByTraceIds(traceIds.filter(isStorable));
  }

  async findByTraceId(traceId: string): Promise<TraceEntity | null> {
    const [row] = await this.findByTraceIds([traceId]);
    return row ?? null;
  }

  /**
   * Lists a page of each session's traces: `limit` rows, and one more if there is a next page. The rows of a session are consecutive, in the requested order.
   * @throws DomainError BAD_USER_INPUT for a cursor of another order.
   */
  async listPagesBySession(
    keys: readonly SessionKey[],
    { order, start = {}, limit }: Pick<TraceListInput, 'order' | 'start' | 'limit'>,
  ): Promise<KeysetPage<TraceEntity>> {
    const sort = toKeysetSort(TRACE_SORTS, order, 't.id');
    const rows = await this.queries.listPagesBySession(keys, sort, start, limit + 1);
    return { rows, cursorOf: createCursorWriter(sort) };
  }

  /** Lists all traces of each of some sessions, which must differ, sorted by start. */
  async listBySession(keys: readonly SessionKey[]): Promise<TraceEntity[][]> {
    if (keys.length === 0) return [];
    const traces = Map.groupBy(await this.queries.listBySession(keys), toSessionText);
    return keys.map((key) => traces.get(toSessionText(key)) ?? []);
  }

  /**
   * Resolves identifiers to the sender's IDs of traces, without duplicates.
   * @throws DomainError BAD_USER_INPUT if there are none, NotFoundError for the first unknown identifier,
   * as it was given.
   */
  async resolveTraceIds(identifiers: readonly string[]): Promise<string[]> {
    if (identifiers.length === 0) {
      throw new DomainError('BAD_USER_INPUT', 'Specify at least one trace.');
    }
    const found = await this.findAll(identifiers);
    const missing = identifiers.find((_, at) => !found[at]);
    if (missing !== undefined) throw missingTrace(missing);
    return [...new Set(found.flatMap((trace) => (trace ? [trace.traceId] : [])))];
  }

  private async findSessionIds(
    projectId: number,
    identifiers: readonly string[],
  ): Promise<string[]> {
    const rowIds: number[] = [];
    const names: string[] = [];
    for (const identifier of identifiers) {
      const rowId = findRowId(identifier, 'ProjectSession');
      if (rowId !== null) rowIds.push(rowId);
      else if (isStorable(identifier)) names.push(identifier);
    }
    return this.queries.findSessionIds(projectId, rowIds, names);
  }
}

function missingTrace(identifier: string): NotFoundError {
  const isGlobalId = findRowId(identifier, 'Trace') !== null;
  const quoted = isGlobalId ? `relay ID '${identifier}'` : `trace_id '${identifier}'`;
  return new NotFoundError(`Trace with ${quoted} not found`);
}
