import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SqlWhere } from '../../common/sql/sql-where.js';
import { runFiguresRead } from '../../database/bounded-read.js';
import { addRowCondition, type RowCondition } from '../conditions/row-condition.js';
import type { Matches } from '../matches/matches.service.js';
import { RollupsQueries } from '../rollups/rollups.queries.js';
import type { AddSpanCondition } from '../spans/spans.filters.js';

/** Totals over the traces of a project that began in a range. */
export interface ProjectTotals {
  projectId: number;
  traceCount: number;
  spanCount: number;
  /** Traces with at least one failed span. */
  failedTraceCount: number;
  promptTokens: number;
  completionTokens: number;
  /** US dollars; null if no span has a known price. */
  promptCost: number | null;
  completionCost: number | null;
  /** End of the trace that ended last. */
  lastEnd: string;
}

/** Totals over the spans of a project that began in a range and meet a condition. */
export type SpanTotals = Pick<
  ProjectTotals,
  'projectId' | 'spanCount' | 'promptTokens' | 'completionTokens'
>;

/** Sessions of a project that overlap a range. */
export interface SessionTotals {
  projectId: number;
  sessionCount: number;
  averageDurationMs: number;
}

/** Times of activity in a project; null if there was none. */
export interface ProjectActivity {
  projectId: number;
  /** Start of the first trace. */
  firstStart: string | null;
  /** When the newest span was stored. */
  lastIngested: string | null;
}

/**
 * Times from `start` (inclusive) to `end` (exclusive). A null bound is open. With a condition on
 * sessions, only what belongs to such sessions.
 */
export interface FigureRange {
  start: string | null;
  end: string | null;
  sessionCondition?: RowCondition | null;
  /** A condition on traces. Does not restrict figures about sessions. */
  traceCondition?: RowCondition | null;
  /** A condition on the spans, or on at least one span of the traces. */
  addSpanCondition?: AddSpanCondition;
  /** What a search found. Its condition on spans, if any, is a part of `addSpanCondition`. */
  matches?: Matches;
}

/** With a condition on spans. */
export interface FilteredRange extends FigureRange {
  addSpanCondition: AddSpanCondition;
}

/** The kinds of rows that have a duration. */
export type TimedEntity = 'trace' | 'span' | 'session';

/** Whether a range has no conditions, so that its figures can be read from rollups. */
export function isWhole(range: FigureRange): boolean {
  const { sessionCondition, traceCondition, addSpanCondition, matches } = range;
  return !sessionCondition && !traceCondition && !addSpanCondition && !matches;
}

/** `FROM … WHERE …` of the rows that a figure covers, and its parameters. */
export interface FigureSource {
  source: string;
  parameters: unknown[];
}

const DURATION_MS = '(extract(epoch FROM end_time - start_time) * 1000)::float8';

/** SQL for the figures of many projects at once. Skips projects without rows. */
@Injectable()
export class ProjectFiguresQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rollups: RollupsQueries,
  ) {}

  /** @throws BadRequestError if a condition takes too long. */
  readTotals(projectIds: readonly number[], range: FigureRange): Promise<ProjectTotals[]> {
    if (isWhole(range)) {
      return this.rollups.readSums(
        'traces',
        projectIds,
        range,
        `sum(r.trace_count)::int8 AS "traceCount", sum(r.trace_span_count)::float8 AS "spanCount",
         sum(r.failed_trace_count)::int8 AS "failedTraceCount",
         sum(r.trace_prompt_tokens)::float8 AS "promptTokens",
         sum(r.trace_completion_tokens)::float8 AS "completionTokens",
         sum(r.trace_prompt_cost) AS "promptCost",
         sum(r.trace_completion_cost) AS "completionCost", max(r.last_end) AS "lastEnd"`,
      );
    }
    return this.read(
      range,
      selectTraces(projectIds, range),
      (source) =>
        `SELECT t.project_id AS "projectId", count(*) AS "traceCount",
                sum(t.span_count)::float8 AS "spanCount",
                count(*) FILTER (WHERE t.error_count > 0) AS "failedTraceCount",
                sum(t.prompt_tokens)::float8 AS "promptTokens",
                sum(t.completion_tokens)::float8 AS "completionTokens",
                sum(t.prompt_cost) AS "promptCost", sum(t.completion_cost) AS "completionCost",
                max(t.end_time) AS "lastEnd"
           ${source} GROUP BY t.project_id`,
    );
  }

  /** @throws BadRequestError if the condition takes too long. */
  readSpanTotals(projectIds: readonly number[], range: FilteredRange): Promise<SpanTotals[]> {
    return this.read(
      range,
      selectSpans(projectIds, range),
      (source) =>
        `SELECT s.project_id AS "projectId", count(*) AS "spanCount",
                coalesce(sum(s.prompt_tokens), 0)::float8 AS "promptTokens",
                coalesce(sum(s.completion_tokens), 0)::float8 AS "completionTokens"
           ${source} GROUP BY s.project_id`,
    );
  }

  /**
   * Counts the traces that began in the range and have a span that meets the condition.
   * @throws BadRequestError if the condition takes too long.
   */
  countTraces(
    projectIds: readonly number[],
    range: FilteredRange,
  ): Promise<Pick<ProjectTotals, 'projectId' | 'traceCount' | 'failedTraceCount'>[]> {
    return this.read(
      range,
      selectTraces(projectIds, range),
      (source) =>
        `SELECT t.project_id AS "projectId", count(*) AS "traceCount",
                count(*) FILTER (WHERE t.error_count > 0) AS "failedTraceCount"
           ${source} GROUP BY t.project_id`,
    );
  }

  /** @throws BadRequestError if a condition takes too long. */
  readSessionTotals(projectIds: readonly number[], range: FigureRange): Promise<SessionTotals[]> {
    return this.read(
      range,
      selectSessions(projectIds, range),
      (source) =>
        `SELECT project_id AS "projectId", count(*) AS "sessionCount",
                avg(${DURATION_MS}) AS "averageDurationMs"
           ${source} GROUP BY project_id`,
    );
  }

  /**
   * Average number of traces per session, of the traces that began in the range.
   * @throws BadRequestError if a condition takes too long.
   */
  readTracesPerSession(
    projectIds: readonly number[],
    range: FigureRange,
  ): Promise<{ projectId: number; average: number }[]> {
    return this.read(
      range,
      selectTraces(projectIds, range),
      (source) =>
        `SELECT t.project_id AS "projectId",
                count(*)::float8 / count(DISTINCT t.session_id) AS average
           ${source} AND t.session_id IS NOT NULL GROUP BY t.project_id`,
    );
  }

  /**
   * Quantiles of durations in milliseconds, interpolated. With a condition on spans: of the spans
   * that meet it, or of traces with such a span.
   * @throws BadRequestError if a condition takes too long.
   */
  readQuantiles(
    entity: TimedEntity,
    projectIds: readonly number[],
    range: FigureRange,
    probabilities: readonly number[],
  ): Promise<{ projectId: number; quantiles: number[] }[]> {
    if (entity === 'trace' && isWhole(range)) {
      return this.rollups.readQuantiles(projectIds, range, probabilities);
    }
    const select = { trace: selectTraces, span: selectSpans, session: selectSessions }[entity];
    const selected = select(projectIds, range);
    selected.parameters.push(probabilities);
    return this.read(
      range,
      selected,
      (source) =>
        `SELECT project_id AS "projectId",
                percentile_cont($${selected.parameters.length}::float8[])
                  WITHIN GROUP (ORDER BY ${DURATION_MS}) AS quantiles
           ${source} GROUP BY project_id`,
    );
  }

  /** Reads only the ends of indexes, so it is cheap to poll. */
  readActivity(projectIds: readonly number[]): Promise<ProjectActivity[]> {
    return this.dataSource.query(
      `SELECT project.id AS "projectId",
              (SELECT t.start_time FROM traces t WHERE t.project_id = project.id
                ORDER BY t.start_time, t.id LIMIT 1) AS "firstStart",
              (SELECT s.ingested_at FROM spans s WHERE s.project_id = project.id
                ORDER BY s.id DESC LIMIT 1) AS "lastIngested"
         FROM unnest($1::bigint[]) AS project (id)`,
      [projectIds],
    );
  }

  private read<T>(
    range: FigureRange,
    { source, parameters }: FigureSource,
    toSql: (source: string) => string,
  ): Promise<T[]> {
    return isWhole(range)
      ? this.dataSource.query(toSql(source), parameters)
      : runFiguresRead(this.dataSource, toSql(source), parameters);
  }
}

/** The spans `s` that began in the range and meet the conditions. */
export function selectSpans(projectIds: readonly number[], range: FigureRange): FigureSource {
  const where = new SqlWhere();
  const ids = where.bind(projectIds);
  const { start, end } = range;
  where.and(`s.project_id = ANY(${ids})`).andBetween('s.start_time', start, end);
  const joins = range.addSpanCondition?.(where, { projectIds: ids, start, end }) ?? '';
  const { addTraceCondition, addSessionCondition } = range.matches ?? {};
  if (range.sessionCondition ?? range.traceCondition ?? addTraceCondition ?? addSessionCondition) {
    // Also traces that began before the range.
    const traces = new SqlWhere(where.parameters).and('t.trace_id = s.trace_id');
    addTraceConditions(traces, ids, range);
    where.and(`EXISTS (SELECT FROM traces t ${traces.toString()})`);
  }
  return { source: `FROM spans s ${joins} ${where.toString()}`, parameters: where.parameters };
}

/** The traces `t` that began in the range, belong to a session and have a span that meet the conditions. */
export function selectTraces(projectIds: readonly number[], range: FigureRange): FigureSource {
  const { start, end, addSpanCondition } = range;
  const where = new SqlWhere();
  const ids = where.bind(projectIds);
  where.and(`t.project_id = ANY(${ids})`).andBetween('t.start_time', start, end);
  if (addSpanCondition) {
    const spans = new SqlWhere(where.parameters)
      .and('s.trace_id = t.trace_id AND s.project_id = t.project_id')
      // Follows from the line above, but without it PostgreSQL reads the spans of all projects.
      .and(`s.project_id = ANY(${ids})`)
      // No span begins before its trace, so this excludes nothing and lets an index select spans.
      .andBetween('s.start_time', start, null);
    const joins = addSpanCondition(spans, { projectIds: ids, start, end: null });
    where.and(`EXISTS (SELECT FROM spans s ${joins} ${spans.toString()})`);
  }
  addTraceConditions(where, ids, range);
  return { source: `FROM traces t ${where.toString()}`, parameters: where.parameters };
}

/**
 * The sessions `s` that overlap the range and meet the condition. A session counts in every range
 * that it overlaps, because the lists of all these ranges contain it.
 */
export function selectSessions(projectIds: readonly number[], range: FigureRange): FigureSource {
  const where = new SqlWhere();
  addSessions(where, where.bind(projectIds), range);
  if (range.sessionCondition) addRowCondition(where, range.sessionCondition);
  range.matches?.addSessionCondition?.(where);
  return { source: `FROM project_sessions s ${where.toString()}`, parameters: where.parameters };
}

/** Adds the conditions on traces `t` and on their sessions. */
function addTraceConditions(where: SqlWhere, projectIds: string, range: FigureRange): void {
  const { sessionCondition, traceCondition, matches } = range;
  if (traceCondition) addRowCondition(where, traceCondition);
  matches?.addTraceCondition?.(where);
  if (!sessionCondition && !matches?.addSessionCondition) return;
  where.and(`t.session_id IN (${selectSessionIds(where, projectIds, range)})`);
}

/** Traces in the range belong to sessions that overlap it. */
function selectSessionIds(
  { parameters }: SqlWhere,
  projectIds: string,
  range: FigureRange,
): string {
  const where = new SqlWhere(parameters);
  addSessions(where, projectIds, range);
  if (range.sessionCondition) addRowCondition(where, range.sessionCondition);
  range.matches?.addSessionCondition?.(where);
  return `SELECT s.session_id FROM project_sessions s ${where.toString()}`;
}

function addSessions(where: SqlWhere, projectIds: string, { start, end }: FigureRange): void {
  where.and(`s.project_id = ANY(${projectIds})`);
  if (start !== null) where.and(`s.end_time >= ${where.bind(start)}`);
  if (end !== null) where.and(`s.start_time < ${where.bind(end)}`);
}
