import { isFailedTrace, statusOf } from '../../spans/failure.js';
import { Injectable } from '@nestjs/common';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { runFiguresRead } from '../../database/bounded-read.js';
import { selectRootSpan } from '../fields/root-span.js';
import { SearchedRows } from '../matches/matches.service.js';
import {
  type FigureRange,
  type FigureSource,
  selectSessions,
  selectSpans,
  selectTraces,
} from '../figures/rows/figure-sources.js';
import type { CountedValue } from './facet-conditions.js';
import { sessionColumns, sessionParts } from './session-parts.js';

export interface ValueCount extends CountedValue {
  /** How many rows have it. */
  count: number;
}

/** The values of the newest rows. */
export interface FacetCounts {
  /** Most frequent first within each facet. */
  values: ValueCount[];
  /** How many rows were counted. */
  rowCount: number;
  /** The time from which on all rows were counted; null if all of the range were. */
  coveredFrom: string | null;
  /** Whether as many rows were counted as are counted at most. */
  isFull: boolean;
}

/** The newest rows to count, and the time limit. */
export interface FacetSample {
  /** Counts rows among this many of the newest, whether they meet the conditions or not; null for all. */
  window: number | null;
  maxSeconds: number;
  /** How many values of each facet to return. */
  first: number;
}

/** The SQL that counts one type of rows. */
interface RowSql {
  select: (
    distribution: Distribution,
    projectIds: readonly number[],
    range: FigureRange,
  ) => FigureSource;
  table: string;
  /** SQL alias of the rows. */
  row: string;
  /** The column by which they are the newest. */
  time: string;
  /** Columns of `newest`. */
  columns: (distribution: Distribution) => string;
  /** CTEs: `owners` with the `attributes` of each row, and `statuses`. */
  parts: (distribution: Distribution) => string;
}

/** How many rows are counted at most. */
export const MAX_COUNTED: Record<SearchedRows, number> = {
  [SearchedRows.SPANS]: 10_000,
  [SearchedRows.TRACES]: 2_000,
  [SearchedRows.SESSIONS]: 500,
};

const KINDS_AND_MODELS = `
  SELECT 'kind' AS facet, NULL AS key, to_jsonb(kind) AS value, count(DISTINCT id) AS count
    FROM calls GROUP BY kind
  UNION ALL
  SELECT 'model', NULL, to_jsonb(model_name), count(DISTINCT id)
    FROM calls WHERE model_name IS NOT NULL GROUP BY model_name`;

/** The values of each type of rows that are in columns. */
const IN_COLUMNS: Record<SearchedRows, string> = {
  [SearchedRows.SPANS]: `
    SELECT 'kind' AS facet, NULL AS key, to_jsonb(kind) AS value, count(*) AS count
      FROM newest GROUP BY kind`,
  [SearchedRows.TRACES]: KINDS_AND_MODELS,
  [SearchedRows.SESSIONS]: KINDS_AND_MODELS,
};

const STATUSES = 'statuses AS (SELECT status FROM newest)';

const ROWS: Record<SearchedRows, RowSql> = {
  [SearchedRows.SPANS]: {
    select: selectSpans,
    table: 'spans',
    row: 's',
    time: 'start_time',
    columns: () => 's.id, s.kind, s.status_code AS status, s.attributes',
    parts: () => `owners AS (SELECT attributes FROM newest), ${STATUSES}`,
  },
  [SearchedRows.TRACES]: {
    select: selectTraces,
    table: 'traces',
    row: 't',
    time: 'start_time',
    columns: () => `t.id, t.trace_id, ${statusOf(isFailedTrace('t'))} AS status`,
    parts: (distribution) => `owners AS (
      SELECT root.attributes FROM ${distribution.choose({
        single: 'newest n',
        // Citus only looks up the roots of distributed rows.
        cluster: 'newest JOIN traces n ON n.trace_id = newest.trace_id',
      })} CROSS JOIN LATERAL (${selectRootSpan('n.trace_id')}) root),
    calls AS MATERIALIZED (
      SELECT DISTINCT n.id, s.kind, s.model_name
        FROM newest n JOIN spans s ON s.trace_id = n.trace_id), ${STATUSES}`,
  },
  [SearchedRows.SESSIONS]: {
    select: selectSessions,
    table: 'project_sessions',
    row: 's',
    time: 'end_time',
    columns: sessionColumns,
    parts: sessionParts,
  },
};

/** The models of traces and sessions are those of their spans, not of their root. */
const ATTRIBUTES = {
  [SearchedRows.SPANS]: ['llm.model_name', 'user.id', 'tag.tags'],
  [SearchedRows.TRACES]: ['user.id', 'tag.tags'],
  [SearchedRows.SESSIONS]: ['user.id', 'tag.tags'],
};

/** SQL that counts the values of rows. Reads no payloads. */
@Injectable()
export class FacetsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Counts the values of the newest rows that meet the conditions of a range.
   * @throws BadRequestError if this takes too long.
   */
  async count(
    projectId: number,
    rows: SearchedRows,
    range: FigureRange,
    { window, maxSeconds, first }: FacetSample,
  ): Promise<FacetCounts> {
    const { select, row, time, columns, parts } = ROWS[rows];
    const most = MAX_COUNTED[rows];
    const { distribution } = this.reader;
    const { source, parameters } = select(distribution, [projectId], range);
    const bind = (value: unknown) => new SqlWhere(parameters).bind(value);
    const ofProject = bind(projectId);
    // A known time shows the planner how few rows the window has, so it does not look for all matches.
    const oldest = window === null ? null : await this.findOldest(projectId, rows, range, window);
    const isInWindow = oldest === null ? 'true' : `${row}.${time} >= ${bind(oldest)}`;
    const [counted] = await runFiguresRead<FacetCounts>(
      this.reader,
      `WITH newest AS MATERIALIZED (
         SELECT ${row}.${time} AS time, ${columns(distribution)} ${source} AND ${row}.project_id = ${ofProject}
            AND ${isInWindow}
          ORDER BY ${row}.${time} DESC, ${row}.id DESC LIMIT ${most}),
       ${parts(distribution)},
       entries AS MATERIALIZED (
         SELECT e.key, e.value, count(*) AS count
           FROM owners CROSS JOIN LATERAL jsonb_each(owners.attributes) e
          WHERE e.key = ANY(${bind(ATTRIBUTES[rows])}::text[]) OR starts_with(e.key, 'metadata.')
          GROUP BY e.key, e.value),
       counted AS (
         ${IN_COLUMNS[rows]}
         UNION ALL SELECT 'status', NULL, to_jsonb(status), count(*) FROM statuses GROUP BY status
         UNION ALL
         SELECT CASE key WHEN 'llm.model_name' THEN 'model' WHEN 'user.id' THEN 'user'
                         ELSE 'metadata' END,
                CASE WHEN starts_with(key, 'metadata.') THEN key END, value, count
           FROM entries WHERE key <> 'tag.tags'
         UNION ALL
         SELECT 'tag', NULL, tag, sum(count) FROM entries
          CROSS JOIN LATERAL (SELECT DISTINCT jsonb_array_elements(value) AS tag) tags
          WHERE key = 'tag.tags' AND jsonb_typeof(value) = 'array' GROUP BY tag),
       placed AS (
         SELECT *, row_number() OVER (PARTITION BY facet, key ORDER BY count DESC, value) AS place,
                sum(count) OVER (PARTITION BY facet, key) AS total
           FROM counted),
       ranked AS (
         SELECT *, dense_rank() OVER (PARTITION BY facet ORDER BY total DESC, key) AS key_place
           FROM placed WHERE place <= ${bind(first)})
       SELECT count(*) AS "rowCount", count(*) = ${most} AS "isFull",
              CASE WHEN count(*) = ${most} THEN min(time) ELSE ${bind(oldest)}::timestamptz END
                AS "coveredFrom",
              (SELECT coalesce(json_agg(json_build_object('facet', facet, 'key', key,
                        'json', value::text, 'count', count)
                        ORDER BY facet, key_place, place), '[]')
                 FROM ranked WHERE key_place <= ${bind(first)}) AS values
         FROM newest`,
      parameters,
      maxSeconds,
    );
    return counted!;
  }

  /**
   * Returns whether a range has no more rows than are counted at most, whatever the conditions select of them. Reads
   * only the index of their times.
   */
  async fitsWhole(projectId: number, rows: SearchedRows, range: FigureRange): Promise<boolean> {
    return (await this.findOldest(projectId, rows, range, MAX_COUNTED[rows])) === null;
  }

  /** Returns the time of the row of a range that follows so many newer ones; null if there is none. */
  private async findOldest(
    projectId: number,
    rows: SearchedRows,
    { start, end }: FigureRange,
    newer: number,
  ): Promise<string | null> {
    const { table, time } = ROWS[rows];
    const where = new SqlWhere()
      .andEqual('o.project_id', projectId)
      .andBetween(`o.${time}`, start, end);
    const [oldest] = await this.reader.query<{ time: string }[]>(
      `SELECT o.${time} AS time FROM ${table} o ${where.toString()}
        ORDER BY o.${time} DESC, o.id DESC OFFSET ${where.bind(newer)} LIMIT 1`,
      where.parameters,
    );
    return oldest?.time ?? null;
  }
}
