import { SAMPLE_SIZE } from './sample.js';
import { Injectable } from '@nestjs/common';
import type { PricedCounts } from '../../../spans/cost-details.js';
import { SELECT_CELL, writeGroupOrder } from '../../fields/groups.js';
import { DatabaseReader } from '../../../database/database-reader.js';
import { runFiguresRead } from '../../../database/bounded-read.js';
import { type Chart, isAdditive, QUANTILE_OF, readsOnlyIndexes, type RowChart } from '../chart.js';
import { type ChartScope, countChartRows, countPriced, selectChartRows } from './chart-rows.js';

/** The rows of a group in a bin. */
export interface ChartCell {
  /** From 1 on, in the order of the chart. The groups after the last one shown share a place. */
  place: number;
  /** Null for rows without a value to group by, and for the groups that share a place. */
  key: string | null;
  /** The number of the bin; null for the whole range. */
  bin: number | null;
  rowCount: number;
  value: number;
  /** How many groups there are. */
  groupCount: number;
}

/**
 * SQL for charts. Reads each row of the range once, by an index on its time, and never a payload.
 * Keys have a mark before them, so that those that are null can be joined like the others.
 */
@Injectable()
export class ChartsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Returns by how many times a chart must take fewer rows than there are; 1 if it takes all.
   * @throws BadRequestError if this takes too long.
   */
  async findShare(chart: RowChart, scope: ChartScope): Promise<number> {
    if (readsOnlyIndexes(chart)) return 1;
    const { sql, parameters } = countChartRows(this.reader.distribution, chart, scope);
    const [row] = await runFiguresRead<{ count: number }>(
      this.reader,
      sql,
      parameters,
      scope.maxSeconds,
    );
    return Math.max(1, Math.ceil((row?.count ?? 0) / SAMPLE_SIZE));
  }

  /**
   * Counts the LLM spans with tokens of a chart, and those of them without a price.
   * @throws BadRequestError if this takes too long.
   */
  async countPriced(chart: RowChart, scope: ChartScope): Promise<PricedCounts> {
    const { sql, parameters } = countPriced(this.reader.distribution, chart, scope);
    const rows = await runFiguresRead<PricedCounts>(this.reader, sql, parameters, scope.maxSeconds);
    return rows[0]!;
  }

  /**
   * Reads the cells that are not empty, for each bin and for the whole range.
   * @param bins the beginnings of the bins; empty for the whole range only.
   * @param share reads only a random one of this many rows; sums and counts stand for all of them.
   * @throws BadRequestError if this takes too long.
   */
  read(
    chart: RowChart,
    scope: ChartScope,
    bins: readonly Date[],
    share: number,
  ): Promise<ChartCell[]> {
    const { source, key, value, startTime, parameters } = selectChartRows(
      this.reader.distribution,
      chart,
      scope,
      share,
    );
    const bind = (parameter: unknown) => `$${parameters.push(parameter)}`;
    const bin =
      bins.length > 0
        ? `width_bucket(${startTime}, ${bind(bins.map((time) => time.toISOString()))}::timestamptz[]) - 1`
        : '0';
    const selected = `SELECT coalesce('=' || ${key}, '') COLLATE "C" AS key, ${bin} AS bin,
                             ${value} AS value ${source}`;
    const limit = bind(chart.groupLimit);
    const probability = QUANTILE_OF[chart.aggregation];
    const sql =
      probability === undefined
        ? writeSums(selected, limit, chart, share)
        : writeQuantiles(selected, limit, probability, chart, share);
    return runFiguresRead(this.reader, sql, parameters, scope.maxSeconds);
  }
}

/** Sums and means. Aggregates by bins first, so that the rest has few rows to read. */
function writeSums(selected: string, limit: string, chart: Chart, share: number): string {
  const additive = isAdditive(chart);
  const value = additive ? `sum(total) * ${share}` : 'sum(total) / sum(count)';
  const order = writeGroupOrder(chart.groupOrder, `sum(${additive ? 'total' : 'count'})`, value);
  return `WITH counted AS MATERIALIZED (
      SELECT key, bin, count(*) AS count, sum(value) AS total FROM (${selected}) selected GROUP BY 1, 2),
    ranked AS MATERIALIZED (
      SELECT key, row_number() OVER (ORDER BY ${order}, key) AS place
        FROM counted GROUP BY key),
    cells AS (
      SELECT least(place, ${limit} + 1) AS place, CASE WHEN place <= ${limit} THEN key ELSE '' END AS key,
             bin, (sum(count) * ${share})::float8 AS "rowCount", ${value} AS value
        FROM counted JOIN ranked USING (key)
       ${additive ? '' : `WHERE place <= ${limit}`}
       GROUP BY GROUPING SETS ((1, 2, 3), (1, 2)))
    SELECT ${SELECT_CELL} FROM cells ORDER BY place, bin`;
}

function writeQuantiles(
  selected: string,
  limit: string,
  probability: number,
  { groupOrder }: Chart,
  share: number,
): string {
  const quantile = `percentile_cont(${probability}) WITHIN GROUP (ORDER BY value)`;
  return `WITH selected AS MATERIALIZED (${selected}),
    ranked AS MATERIALIZED (
      SELECT key, row_number() OVER (ORDER BY ${writeGroupOrder(groupOrder, 'count(*)', quantile)}, key) AS place FROM selected GROUP BY key),
    cells AS (
      SELECT place, key, bin, (count(*) * ${share})::float8 AS "rowCount",
             ${quantile} AS value
        FROM selected JOIN ranked USING (key) WHERE place <= ${limit}
       GROUP BY GROUPING SETS ((place, key, bin), (place, key)))
    SELECT ${SELECT_CELL} FROM cells ORDER BY place, bin`;
}
