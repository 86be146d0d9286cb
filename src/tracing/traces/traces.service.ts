import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../common/errors/errors.js';
import { parseCursor, rowIdOf, toGlobalId } from '../../common/ids/global-id.js';
import { isStorable } from '../../common/validation/storable.js';
import { ProjectsService } from '../../projects/projects.service.js';
import type { ListTracesDto } from './rest/list-traces.query.js';
import type { SpanSummary } from '../spans/span.entity.js';
import { SpansQueries } from '../spans/spans.queries.js';
import type { TraceEntity } from './trace.entity.js';
import { TracesQueries } from './traces.queries.js';

const DEFAULT_LIMIT = 100;

export interface TraceList {
  rows: TraceEntity[];
  /** Spans by trace id, by start time; null when they were not asked for. */
  spans: Map<string, SpanSummary[]> | null;
  /** Global id of the row that opens the following page. */
  nextCursor: string | null;
}

/** Reads traces, for REST and GraphQL. */
@Injectable()
export class TracesService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly traces: TracesQueries,
    private readonly spans: SpansQueries,
  ) {}

  /**
   * A page of a project's traces.
   * @throws NotFoundError for an unknown project, UnprocessableError for a bad cursor.
   */
  async list(projectIdentifier: string, query: ListTracesDto): Promise<TraceList> {
    const project = await this.projects.resolve(projectIdentifier);
    const from = parseCursor(query.cursor);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const sessionIds =
      query.session_identifier && (await this.sessionIds(project.id, query.session_identifier));
    if (sessionIds?.length === 0) return { rows: [], spans: null, nextCursor: null };
    const found = await this.traces.page({
      projectId: project.id,
      startTime: query.start_time,
      endTime: query.end_time,
      sessionIds,
      sort: query.sort ?? 'start_time',
      order: query.order ?? 'desc',
      from,
      limit: limit + 1,
    });
    const rows = found.slice(0, limit);
    const next = found[limit];
    return {
      rows,
      spans: query.include_spans ? await this.spansByTrace(rows) : null,
      nextCursor: next ? toGlobalId('Trace', next.id) : null,
    };
  }

  /**
   * The traces that identifiers mean; a trace named twice is answered once.
   * @throws NotFoundError quoting the first unknown identifier in the form it was given.
   */
  async resolveAll(identifiers: readonly string[]): Promise<TraceEntity[]> {
    const found = await this.findAll(identifiers);
    const missing = identifiers.find((_, at) => !found[at]);
    if (missing !== undefined) {
      const isGlobalId = rowIdOf(missing, 'Trace') !== null;
      const quoted = isGlobalId ? `relay ID '${missing}'` : `trace_id '${missing}'`;
      throw new NotFoundError(`Trace with ${quoted} not found`);
    }
    const traces = found.filter((trace) => trace !== null);
    return [...new Map(traces.map((trace) => [trace.traceId, trace])).values()];
  }

  /** One trace or null for each identifier, which is a global id or else the sender's trace id. */
  async findAll(identifiers: readonly string[]): Promise<(TraceEntity | null)[]> {
    const rowIds = identifiers.map((identifier) => rowIdOf(identifier, 'Trace'));
    const names = identifiers.filter((name, at) => rowIds[at] === null && isStorable(name));
    const byRowId = await this.traces.findByRowIds(rowIds.filter((id) => id !== null));
    const byTraceId = await this.traces.findByTraceIds(names);
    const found = new Map<number | string, TraceEntity>([
      ...byRowId.map((trace) => [trace.id, trace] as const),
      ...byTraceId.map((trace) => [trace.traceId, trace] as const),
    ]);
    return identifiers.map((identifier, at) => found.get(rowIds[at] ?? identifier) ?? null);
  }

  async findByRowId(id: number): Promise<TraceEntity | null> {
    const [row] = await this.traces.findByRowIds([id]);
    return row ?? null;
  }

  /** By the sender's ids, in no particular order; unknown ones are left out. */
  findByTraceIds(traceIds: readonly string[]): Promise<TraceEntity[]> {
    return this.traces.findByTraceIds(traceIds.filter(isStorable));
  }

  async findByTraceId(traceId: string): Promise<TraceEntity | null> {
    if (!isStorable(traceId)) return null;
    const [row] = await this.traces.findByTraceIds([traceId]);
    return row ?? null;
  }

  private async sessionIds(projectId: number, identifiers: string[]): Promise<string[]> {
    const rowIds: number[] = [];
    const names: string[] = [];
    for (const identifier of identifiers) {
      const rowId = rowIdOf(identifier, 'ProjectSession');
      if (rowId !== null) rowIds.push(rowId);
      else if (isStorable(identifier)) names.push(identifier);
    }
    return this.traces.sessionIdsOf(projectId, rowIds, names);
  }

  private async spansByTrace(traces: readonly TraceEntity[]): Promise<Map<string, SpanSummary[]>> {
    if (traces.length === 0) return new Map();
    const spans = await this.spans.ofTraces(traces.map((trace) => trace.traceId));
    return Map.groupBy(spans, (span) => span.traceId);
  }
}
