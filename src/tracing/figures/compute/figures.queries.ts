import { Injectable } from '@nestjs/common';
import type { Distribution } from '../../../kernel/sql/distribution.js';
import { runFiguresRead } from '../../../database/bounded-read.js';
import { DatabaseReader } from '../../../database/database-reader.js';
import { durationMsOf } from '../../fields/duration.js';
import { type PricedCounts, sumPriced } from '../../../spans/cost-details.js';
import type { Chart } from '../chart.js';
import { SUM_ROLLED_PRICED } from '../rollups/rollup-sums.js';
import { areRolledBins, type CostFigures, RollupsQueries } from '../rollups/rollups.queries.js';
import {
  type FigureRange,
  type FigureSource,
  isWhole,
  selectSessions,
  selectSpans,
  selectTraces,
} from '../rows/figure-sources.js';
import { findRolledFigure } from './rolled-figure.js';

/** The projects and times of a figure. */
export interface FigureScope {
  projectIds: readonly number[];
  range: FigureRange;
  /** The beginnings of bins, to read the figure of each; absent for one of the whole range. */
  bins?: readonly Date[];
}

/** The projects and bins of a figure. */
export type BinScope = FigureScope & { bins: readonly Date[] };

/** The rows of a figure. Sessions overlap the range; `sessionTraces` are traces with a session. */
export type FigureRows = 'spans' | 'traces' | 'sessions' | 'sessionTraces';

/** The rows that a statement reads. */
export interface SelectedRows {
  /** `FROM … WHERE …` of them. */
  source: string;
  /** Select list of their project, as `"projectId"`, and of their bin, as `bin`, if there are bins. */
  columns: string;
  /** The same from a subquery `k` that selects `columns`. */
  keys: string;
  /** The places of these columns, to group by. */
  groups: string;
}

/** The SQL of a figure. */
export interface Figure {
  of: FigureRows;
  /** Select list over the rows, or the statement that reads them. */
  rows: string | ((selected: SelectedRows) => string);
  /** Select list over the sums `r` of periods, or over the costs of groups, if rollups have the figure. */
  rolled?: string | CostFigures;
}

/** A figure of a project. Projects without rows are left out. */
export type FigureRow<T> = T & { projectId: number };

/** A figure of a bin, by the number of the bin. Those without rows are left out. */
export type BinRow<T> = FigureRow<T> & { bin: number };

/** Quantiles of durations, in the order of the probabilities that were asked for. */
export interface Quantiles {
  /** Null if nothing has ended. */
  quantiles: number[] | null;
  /** How many durations are known. */
  rowCount: number;
}

/** A value of a chart that is not grouped. */
export interface RolledCell {
  /** Null for the whole range. */
  bin: number | null;
  /** Null if no row has one. */
  value: number | null;
  rowCount: number;
}

const SOURCES = {
  spans: { row: 's', select: selectSpans },
  traces: { row: 't', select: selectTraces },
  sessions: { row: 's', select: selectSessions },
  sessionTraces: {
    row: 't',
    select: (...of: Parameters<typeof selectTraces>): FigureSource => {
      const { source, parameters } = selectTraces(...of);
      return { source: `${source} AND t.session_id IS NOT NULL`, parameters };
    },
  },
} as const;

/**
 * Computes figures of many projects at once, and alone decides whether to read them from rollups or from
 * rows. Whoever needs a figure says how it is made of both.
 */
@Injectable()
export class FiguresQueries {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly rollups: RollupsQueries,
  ) {}

  /** @throws BadRequestError if this takes too long. */
  read<T>(figure: Figure, scope: BinScope): Promise<BinRow<T>[]>;
  read<T>(figure: Figure, scope: FigureScope): Promise<FigureRow<T>[]>;
  read<T>({ of, rows, rolled }: Figure, scope: FigureScope): Promise<FigureRow<T>[]> {
    if (rolled !== undefined && hasRollups(scope)) return this.readRolled(of, rolled, scope);
    const { parameters, ...selected } = selectRows(this.reader.distribution, of, scope);
    const sql =
      typeof rows === 'string'
        ? `SELECT ${selected.columns}, ${rows} ${selected.source} GROUP BY ${selected.groups}`
        : rows(selected);
    return this.run(scope, sql, parameters);
  }

  /**
   * Reads the cells of a chart that is not grouped, if rollups know it: one for each bin, and one for the
   * whole range. Null if its rows must be read.
   * @throws BadRequestError if this takes too long.
   */
  async readRolledChart(
    chart: Chart,
    { projectIds, range, bins = [] }: FigureScope,
  ): Promise<RolledCell[] | null> {
    const figure = findRolledFigure(chart);
    if (!figure || !hasRollups({ projectIds, range, bins })) return null;
    const read = async (scope: FigureScope): Promise<Omit<RolledCell, 'bin'>[]> => {
      if (figure.probability === undefined) {
        return this.readRolled<Omit<RolledCell, 'bin'>>(figure.of, figure.select, scope);
      }
      const rows = await this.readQuantiles(figure.of, scope, [figure.probability]);
      return rows.map(({ quantiles, ...row }) => ({ ...row, value: quantiles?.[0] ?? null }));
    };
    const [whole, ofBins] = await Promise.all([
      read({ projectIds, range }),
      bins.length > 0 ? read({ projectIds, range, bins }) : [],
    ]);
    // What is stored between both statements is only in the bins.
    if (whole.length === 0) return [];
    const cells = [...whole.map((cell) => ({ ...cell, bin: null })), ...(ofBins as RolledCell[])];
    return cells.filter(({ value, rowCount }) => value !== null && rowCount > 0);
  }

  /** Counts the calls with tokens of all traces in a range, and those of them without a price. */
  async countPriced(projectId: number, range: FigureRange): Promise<PricedCounts> {
    const [counts] = await this.read<PricedCounts>(PRICED, { projectIds: [projectId], range });
    return counts ?? { tokenSpanCount: 0, unpricedSpanCount: 0 };
  }

  /**
   * Reads a figure of all traces or spans in a range, which rollups know: those that arrived, also if
   * sampling has dropped them.
   */
  readRolled<T>(
    of: FigureRows,
    rolled: string | CostFigures,
    { projectIds, range, bins }: FigureScope,
  ): Promise<FigureRow<T>[]> {
    if (typeof rolled !== 'string') {
      return this.rollups.readCosts(projectIds, range, rolled, bins);
    }
    const table = of === 'spans' ? 'spans' : 'traces';
    return bins
      ? this.rollups.readBins(table, projectIds, range, bins, rolled)
      : this.rollups.readSums(table, projectIds, range, rolled);
  }

  /**
   * Reads quantiles of durations in milliseconds, interpolated; null for a bin in which nothing has ended.
   * @throws BadRequestError if this takes too long.
   */
  readQuantiles(
    of: FigureRows,
    scope: BinScope,
    probabilities: readonly number[],
  ): Promise<BinRow<Quantiles>[]>;
  readQuantiles(
    of: FigureRows,
    scope: FigureScope,
    probabilities: readonly number[],
  ): Promise<FigureRow<Quantiles>[]>;
  readQuantiles(
    of: FigureRows,
    scope: FigureScope,
    probabilities: readonly number[],
  ): Promise<FigureRow<Quantiles>[]> {
    const { projectIds, range, bins } = scope;
    if (of === 'traces' && hasRollups(scope)) {
      return bins
        ? this.rollups.readLatencyBins(projectIds, range, bins, probabilities)
        : this.rollups.readQuantiles<FigureRow<Quantiles>>(projectIds, range, probabilities);
    }
    const { source, columns, groups, parameters } = selectRows(this.reader.distribution, of, scope);
    const wanted = `$${parameters.push(probabilities)}::float8[]`;
    return this.run(
      scope,
      `SELECT ${columns}, percentile_cont(${wanted}) WITHIN GROUP (
                ORDER BY ${durationMsOf(SOURCES[of].row)}::float8) AS quantiles,
              count(${durationMsOf(SOURCES[of].row)})::float8 AS "rowCount"
         ${source} GROUP BY ${groups}`,
      parameters,
    );
  }

  /** Figures without conditions that are not in rollups read one index, so their time has no bound. */
  private run<T>({ range, bins }: FigureScope, sql: string, parameters: unknown[]): Promise<T[]> {
    return isWhole(range) && !bins
      ? this.reader.query(sql, parameters)
      : runFiguresRead(this.reader, sql, parameters);
  }
}

const PRICED: Figure = { of: 'traces', rows: sumPriced('t'), rolled: SUM_ROLLED_PRICED };

function hasRollups({ range, bins = [] }: FigureScope): boolean {
  return isWhole(range) && areRolledBins(bins);
}

function selectRows(
  distribution: Distribution,
  of: FigureRows,
  { projectIds, range, bins }: FigureScope,
): SelectedRows & { parameters: unknown[] } {
  const { row, select } = SOURCES[of];
  const { source, parameters } = select(distribution, projectIds, range);
  const project = `${row}.project_id AS "projectId"`;
  if (!bins) return { source, parameters, columns: project, keys: 'k."projectId"', groups: '1' };
  const starts = `$${parameters.push(bins.map((bin) => bin.toISOString()))}::timestamptz[]`;
  return {
    source,
    parameters,
    columns: `${project}, width_bucket(${row}.start_time, ${starts}) - 1 AS bin`,
    keys: 'k."projectId", k.bin',
    groups: '1, 2',
  };
}
