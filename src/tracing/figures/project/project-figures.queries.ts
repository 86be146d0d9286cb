import { isFailedTrace } from '../../../spans/failure.js';
import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../../database/database-reader.js';
import { sumPriced, sumCosts } from '../../../spans/cost-details.js';
import { durationMsOf } from '../../fields/duration.js';
import { SUM_ROLLED_COSTS, SUM_ROLLED_PRICED } from '../rollups/rollup-sums.js';
import { type Figure, FiguresQueries } from '../compute/figures.queries.js';
import type { FigureRange, FilteredRange } from '../rows/figure-sources.js';

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
  /** LLM spans with tokens, and how many of them have no price. */
  tokenSpanCount: number;
  unpricedSpanCount: number;
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

/** The largest value of `bigint`. */
const LAST_ID = '9223372036854775807';

/** The kinds of rows that have a duration. */
export type TimedEntity = 'trace' | 'span' | 'session';

const TRACE_COUNTS = `count(*) AS "traceCount",
  count(*) FILTER (WHERE ${isFailedTrace('t')}) AS "failedTraceCount"`;

const TOTALS: Figure = {
  of: 'traces',
  rows: `${TRACE_COUNTS}, sum(t.span_count)::float8 AS "spanCount",
    sum(t.prompt_tokens)::float8 AS "promptTokens",
    sum(t.completion_tokens)::float8 AS "completionTokens",
    ${sumCosts('t')}, ${sumPriced('t')}, max(t.end_time) AS "lastEnd"`,
  rolled: `sum(r.trace_count)::int8 AS "traceCount",
    sum(r.failed_trace_count)::int8 AS "failedTraceCount",
    sum(r.trace_span_count)::float8 AS "spanCount",
    sum(r.trace_prompt_tokens)::float8 AS "promptTokens",
    sum(r.trace_completion_tokens)::float8 AS "completionTokens",
    ${SUM_ROLLED_COSTS}, ${SUM_ROLLED_PRICED}, max(r.last_end) AS "lastEnd"`,
};

const SPAN_TOTALS: Figure = {
  of: 'spans',
  rows: `count(*) AS "spanCount", coalesce(sum(s.prompt_tokens), 0)::float8 AS "promptTokens",
    coalesce(sum(s.completion_tokens), 0)::float8 AS "completionTokens"`,
};

/** SQL for the figures of many projects at once. Skips projects without rows. */
@Injectable()
export class ProjectFiguresQueries {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly figures: FiguresQueries,
  ) {}

  /** @throws BadRequestError if a condition takes too long. */
  readTotals(projectIds: readonly number[], range: FigureRange): Promise<ProjectTotals[]> {
    return this.figures.read<ProjectTotals>(TOTALS, { projectIds, range });
  }

  /** @throws BadRequestError if the condition takes too long. */
  readSpanTotals(projectIds: readonly number[], range: FilteredRange): Promise<SpanTotals[]> {
    return this.figures.read<SpanTotals>(SPAN_TOTALS, { projectIds, range });
  }

  /**
   * Counts the traces that began in the range and have a span that meets the condition.
   * @throws BadRequestError if the condition takes too long.
   */
  countTraces(
    projectIds: readonly number[],
    range: FilteredRange,
  ): Promise<Pick<ProjectTotals, 'projectId' | 'traceCount' | 'failedTraceCount'>[]> {
    return this.figures.read({ of: 'traces', rows: TRACE_COUNTS }, { projectIds, range });
  }

  /** @throws BadRequestError if a condition takes too long. */
  readSessionTotals(projectIds: readonly number[], range: FigureRange): Promise<SessionTotals[]> {
    return this.figures.read<SessionTotals>(
      {
        of: 'sessions',
        rows: `count(*) AS "sessionCount", avg(${durationMsOf('s')})::float8 AS "averageDurationMs"`,
      },
      { projectIds, range },
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
    return this.figures.read<{ average: number }>(
      { of: 'sessionTraces', rows: 'count(*)::float8 / count(DISTINCT t.session_id) AS average' },
      { projectIds, range },
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
  ): Promise<{ projectId: number; quantiles: number[] | null }[]> {
    return this.figures.readQuantiles(`${entity}s`, { projectIds, range }, probabilities);
  }

  /**
   * Reads only the ends of indexes, so it is cheap to poll. With `project_id = k.id`, PostgreSQL may
   * look through all spans for the last one of a project without any.
   */
  readActivity(projectIds: readonly number[]): Promise<ProjectActivity[]> {
    const parameters: unknown[] = [];
    const ends = `SELECT k.id AS "projectId",
             (SELECT t.start_time FROM traces t WHERE t.project_id = k.id
               ORDER BY t.start_time, t.id LIMIT 1) AS "firstStart",
             (SELECT last.ingested_at
                FROM (SELECT s.project_id, s.ingested_at FROM spans s
                       WHERE (s.project_id, s.id) <= (k.id, ${LAST_ID})
                       ORDER BY s.project_id DESC, s.id DESC LIMIT 1) last
               WHERE last.project_id = k.id) AS "lastIngested"`;
    const sql = this.reader.distribution.selectForEach(
      ends,
      [{ alias: 'k.id', values: projectIds, type: 'bigint' }],
      (value) => `$${parameters.push(value)}`,
    );
    return this.reader.query(sql, parameters);
  }
}
