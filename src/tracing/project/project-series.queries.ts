import { Injectable } from '@nestjs/common';
import { durationMsOf } from '../fields/duration.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { runFiguresRead } from '../../database/bounded-read.js';
import { areRolledBins, RollupsQueries } from '../rollups/rollups.queries.js';
import {
  type FigureRange,
  type FigureSource,
  isWhole,
  selectSpans,
  selectTraces,
} from './figure-sources.js';

/** What a series is about. A session belongs to every bin in which one of its traces began. */
export type SeriesEntity = 'span' | 'trace' | 'session';

/** How many began in a bin. Without a status: neither failed nor OK. */
export interface CountBin {
  total: number;
  ok: number;
  failed: number;
}

/** Tokens of what began in a bin. */
export interface TokensBin {
  prompt: number;
  completion: number;
}

/** The cost of what began in a bin, in US dollars; null if no price is known. */
export interface CostsBin {
  prompt: number | null;
  completion: number | null;
}

/** Tokens of one type of what began in a bin. */
export interface TokenTypeBin {
  isPrompt: boolean;
  tokenType: string;
  tokens: number;
}

/** Quantiles of the durations of what began in a bin, in milliseconds. */
export interface LatencyBin {
  /** In the order of `PROBABILITIES`. */
  /** Null if none of them has ended. */
  quantiles: number[] | null;
}

/** The quantiles of each bin; the last one is the maximum. */
export const PROBABILITIES = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1];

/** A value for each bin that is not empty, by the number of the bin. */
export type BinRow<T> = T & { projectId: number; bin: number };

const FAILED_SESSIONS = 'count(DISTINCT t.session_id) FILTER (WHERE t.error_count > 0)';

const COUNTS: Record<SeriesEntity, string> = {
  span: `count(*) AS total, count(*) FILTER (WHERE s.status_code = 'ERROR') AS failed,
         count(*) FILTER (WHERE s.status_code = 'OK') AS ok`,
  trace: `count(*) AS total, count(*) FILTER (WHERE t.error_count > 0) AS failed,
          count(*) FILTER (WHERE t.error_count = 0) AS ok`,
  session: `count(DISTINCT t.session_id) AS total, ${FAILED_SESSIONS} AS failed,
            count(DISTINCT t.session_id) - ${FAILED_SESSIONS} AS ok`,
};

/** The same from the sums `r` of periods. Sessions cannot be added up. */
const ROLLED_COUNTS = {
  span: `sum(r.span_count)::int8 AS total, sum(r.failed_span_count)::int8 AS failed,
         sum(r.ok_span_count)::int8 AS ok`,
  trace: `sum(r.trace_count)::int8 AS total, sum(r.failed_trace_count)::int8 AS failed,
          sum(r.trace_count - r.failed_trace_count)::int8 AS ok`,
};

/** Tokens of the base types are what remains. */
const IS_DETAIL = "d.token_type NOT IN ('input', 'output')";

/** SQL for figures of projects in bins of time. Skips empty bins. */
@Injectable()
export class ProjectSeriesQueries {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly rollups: RollupsQueries,
  ) {}

  /** @throws BadRequestError if this takes too long. */
  readCounts(
    entity: SeriesEntity,
    projectIds: readonly number[],
    range: FigureRange,
    bins: readonly Date[],
  ): Promise<BinRow<CountBin>[]> {
    if (isRolled(entity, range, bins)) {
      return this.rollups.readBins(`${entity}s`, projectIds, range, bins, ROLLED_COUNTS[entity]);
    }
    return this.read<CountBin>(entity, projectIds, range, bins, COUNTS[entity]);
  }

  /** @throws BadRequestError if this takes too long. */
  readTokens(
    entity: SeriesEntity,
    projectIds: readonly number[],
    range: FigureRange,
    bins: readonly Date[],
  ): Promise<BinRow<TokensBin>[]> {
    if (isRolled(entity, range, bins)) {
      return this.rollups.readBins(
        `${entity}s`,
        projectIds,
        range,
        bins,
        `sum(r.${entity}_prompt_tokens)::float8 AS prompt,
         sum(r.${entity}_completion_tokens)::float8 AS completion`,
      );
    }
    const row = aliasOf(entity);
    return this.read<TokensBin>(
      entity,
      projectIds,
      range,
      bins,
      `coalesce(sum(${row}.prompt_tokens), 0)::float8 AS prompt,
       coalesce(sum(${row}.completion_tokens), 0)::float8 AS completion`,
    );
  }

  /** @throws BadRequestError if this takes too long. */
  readCosts(
    entity: SeriesEntity,
    projectIds: readonly number[],
    range: FigureRange,
    bins: readonly Date[],
  ): Promise<BinRow<CostsBin>[]> {
    const sums = 'sum(c.prompt_cost) AS prompt, sum(c.completion_cost) AS completion';
    if (entity === 'span') {
      const { columns, source, parameters } = selectBins(entity, projectIds, range, bins);
      return runFiguresRead(
        this.reader,
        `SELECT r."projectId", r.bin, ${sums}
           FROM (SELECT s.trace_id, s.span_id, ${columns} ${source}) r
           JOIN span_costs c ON c.trace_id = r.trace_id AND c.span_id = r.span_id
          GROUP BY 1, 2`,
        parameters,
      );
    }
    if (isRolled(entity, range, bins)) {
      return this.rollups.readBins(
        'traces',
        projectIds,
        range,
        bins,
        'sum(r.trace_prompt_cost) AS prompt, sum(r.trace_completion_cost) AS completion',
      );
    }
    return this.read<CostsBin>(entity, projectIds, range, bins, sums.replaceAll('c.', 't.'));
  }

  /**
   * Reads the tokens of priced spans by type. Skips the base types, which have what remains.
   * @throws BadRequestError if this takes too long.
   */
  readTokenTypes(
    entity: SeriesEntity,
    projectIds: readonly number[],
    range: FigureRange,
    bins: readonly Date[],
  ): Promise<BinRow<TokenTypeBin>[]> {
    if (entity === 'trace' && isRolled(entity, range, bins)) {
      const details = {
        group: 'tokenType',
        figures: `d.is_prompt AS "isPrompt", d.token_type AS "tokenType", sum(d.tokens) AS tokens`,
        key: 'd.is_prompt, d.token_type',
        where: IS_DETAIL,
      } as const;
      return this.rollups.readCosts(projectIds, range, details, bins);
    }
    const { columns, source, parameters } = selectBins(entity, projectIds, range, bins);
    const key = entity === 'span' ? 's.trace_id, s.span_id' : 't.trace_id';
    return runFiguresRead(
      this.reader,
      `SELECT r."projectId", r.bin, d.is_prompt AS "isPrompt", d.token_type AS "tokenType",
              sum(d.tokens) AS tokens
         FROM (SELECT ${key}, ${columns} ${source}) r
         JOIN span_cost_details d ON d.trace_id = r.trace_id
              AND ${IS_DETAIL} ${entity === 'span' ? 'AND d.span_id = r.span_id' : ''}
        GROUP BY 1, 2, 3, 4`,
      parameters,
    );
  }

  /**
   * For sessions, the durations of their traces.
   * @throws BadRequestError if this takes too long.
   */
  readLatencies(
    entity: SeriesEntity,
    projectIds: readonly number[],
    range: FigureRange,
    bins: readonly Date[],
  ): Promise<BinRow<LatencyBin>[]> {
    if (entity === 'trace' && isRolled(entity, range, bins)) {
      return this.rollups.readLatencyBins(projectIds, range, bins, PROBABILITIES);
    }
    const row = aliasOf(entity);
    return this.read<LatencyBin>(
      entity,
      projectIds,
      range,
      bins,
      `percentile_cont(ARRAY[${PROBABILITIES.join(', ')}]::float8[]) WITHIN GROUP (
         ORDER BY ${durationMsOf(row)}::float8) AS quantiles`,
    );
  }

  private read<T>(
    entity: SeriesEntity,
    projectIds: readonly number[],
    range: FigureRange,
    bins: readonly Date[],
    figures: string,
  ): Promise<BinRow<T>[]> {
    const { columns, source, parameters } = selectBins(entity, projectIds, range, bins);
    return runFiguresRead(
      this.reader,
      `SELECT ${columns}, ${figures} ${source} GROUP BY 1, 2`,
      parameters,
    );
  }
}

function isRolled(
  entity: SeriesEntity,
  range: FigureRange,
  bins: readonly Date[],
): entity is Exclude<SeriesEntity, 'session'> {
  return entity !== 'session' && isWhole(range) && areRolledBins(bins);
}

/** Selects rows with their project and the number of their bin. */
function selectBins(
  entity: SeriesEntity,
  projectIds: readonly number[],
  range: FigureRange,
  bins: readonly Date[],
): FigureSource & { columns: string } {
  const select = entity === 'span' ? selectSpans : selectTraces;
  const { source, parameters } = select(projectIds, range);
  const row = aliasOf(entity);
  parameters.push(bins.map((bin) => bin.toISOString()));
  return {
    columns: `${row}.project_id AS "projectId",
      width_bucket(${row}.start_time, $${parameters.length}::timestamptz[]) - 1 AS bin`,
    source: entity === 'session' ? `${source} AND t.session_id IS NOT NULL` : source,
    parameters,
  };
}

function aliasOf(entity: SeriesEntity): 's' | 't' {
  return entity === 'span' ? 's' : 't';
}
