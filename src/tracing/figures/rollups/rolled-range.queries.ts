import type { EntityManager } from 'typeorm';
import type { Distribution } from '../../../kernel/sql/distribution.js';
import type { DatabaseReader } from '../../../database/database-reader.js';
import type { DatabaseWriter } from '../../../database/database-writer.js';
import { dayOf, quarterOf, QUARTERS_PER_DAY, startOfQuarter } from '../../../spans/quarters.js';
import { SqlWhere } from '../../../kernel/sql/sql-where.js';
import {
  type CostGroup,
  selectDroppedGroups,
  selectGroups,
  sumGroupsOfRows,
  sumGroupsOfTraces,
} from './cost-groups.queries.js';
import { DROPPED_MINUTES, joinDropped, selectDroppedSums } from './dropped-sums.js';
import { selectEarlier } from './earlier-rollups.queries.js';
import {
  ALIASES,
  DURATION,
  listSums,
  selectPeriod,
  sumRows,
  type SummedTable,
} from './rollup-sums.js';
import { type QuarterKey, selectQuarter, selectRowsOf } from './rows-of-quarters.js';

/** Times from `start` (inclusive) to `end` (exclusive). A null bound is open. */
export interface OpenRange {
  start: string | null;
  end: string | null;
}

/** A statement about a range. */
export interface RolledRead {
  projectIds: readonly number[];
  range: OpenRange;
  /** The longest periods that are added up as a whole. */
  longest: 'day' | 'quarter';
  sql: (rolled: RolledRange) => string;
}

/** Runs a statement about a range. */
export function readRolled<T>(
  database: DatabaseReader | DatabaseWriter,
  read: RolledRead,
): Promise<T[]> {
  const { distribution } = database;
  return distribution.hasWorkers
    ? database.atOneMoment((tx) => readRolledIn(tx, distribution, read))
    : readRolledIn(database, distribution, read);
}

/**
 * The same in a transaction, which on a cluster must be one that sees the same moment until it ends. If a
 * quarter changes between both statements, its day is not there any more for the second one to add up.
 */
export async function readRolledIn<T>(
  tx: Pick<EntityManager, 'query'>,
  distribution: Distribution,
  read: RolledRead,
): Promise<T[]> {
  const rolled = await RolledRange.of(tx, distribution, read);
  return tx.query<T[]>(read.sql(rolled), rolled.parameters);
}

/**
 * A range that is read from rollups where these are up to date, and otherwise from rows and from
 * what sampling dropped. All expressions belong in one statement, which sees changes, rollups and rows
 * at the same time, so its result is always exact. On a cluster, a statement before it reads which
 * quarters are loose. Dropped traces count in the minute in which they began.
 */
export class RolledRange {
  private readonly where = new SqlWhere();
  private readonly ids: string;
  private readonly bounds: { from: string | null; until: string | null };
  /** When the rows of a loose quarter `l` began. */
  readonly begin: string;
  readonly end: string;

  /** @param tx see `readRolledIn`. */
  static async of(
    tx: Pick<EntityManager, 'query'>,
    distribution: Distribution,
    { projectIds, range, longest }: RolledRead,
  ): Promise<RolledRange> {
    const rolled = new RolledRange(projectIds, range, longest);
    if (!distribution.hasWorkers) return rolled;
    // A worker that only gets them with the statement expects so many rows that it reads its whole tables.
    const loose = await tx.query<QuarterKey[]>(
      `SELECT project_id AS "projectId", quarter FROM (${rolled.findLoose()}) l`,
      rolled.parameters,
    );
    return new RolledRange(projectIds, range, longest, loose);
  }

  /** @param loose the loose quarters, if they are known; otherwise the statement finds them. */
  private constructor(
    projectIds: readonly number[],
    range: OpenRange,
    private readonly longest: 'day' | 'quarter',
    private readonly loose?: readonly QuarterKey[],
  ) {
    this.ids = `${this.where.bind(projectIds)}::bigint[]`;
    const toBound = (time: string | null) => time && `${this.bind(time)}::timestamptz`;
    this.bounds = { from: toBound(range.start), until: toBound(range.end) };
    const { from, until } = this.bounds;
    const [begin, end] = [startOfQuarter('l.quarter'), startOfQuarter('l.quarter + 1')];
    this.begin = from ? `greatest(${begin}, ${from})` : begin;
    this.end = until ? `least(${end}, ${until})` : end;
  }

  get parameters(): unknown[] {
    return this.where.parameters;
  }

  /** Adds a parameter and returns its placeholder. */
  bind(value: unknown): string {
    return this.where.bind(value);
  }

  /**
   * Common table expressions, each with `project_id`:
   * - `loose`: the quarters to read from their rows, because they have changed, because an earlier
   *   version may have computed them, or because only a part of them is in the range;
   * - `fine`: the days to read from their quarters, because some are loose or not in the range;
   * - `days` and `quarters`: the rollups to add up.
   */
  get expressions(): string {
    const { ids, edges } = this;
    const isClean = `NOT EXISTS (
      SELECT FROM loose l WHERE l.project_id = r.project_id AND l.quarter = r.quarter)`;
    const expressions = [`loose AS MATERIALIZED (${this.selectLoose()})`];
    if (this.longest === 'quarter') {
      expressions.push(
        `quarters AS MATERIALIZED (
           SELECT r.* FROM quarter_rollups r
            WHERE r.project_id = ANY(${ids}) AND ${isClean} ${this.within('r.quarter', quarterOf)})`,
      );
      return expressions.join(', ');
    }
    const dayOfTime = (time: string): string => dayOf(quarterOf(time));
    const fine = [
      `SELECT DISTINCT project_id, ${dayOf('quarter')} AS day FROM loose`,
      ...edges.map(
        (edge) => `SELECT project_id, ${dayOfTime(edge)} FROM unnest(${ids}) AS project_id`,
      ),
    ];
    expressions.push(
      `fine AS MATERIALIZED (${fine.join(' UNION ')})`,
      `days AS MATERIALIZED (
         SELECT r.* FROM day_rollups r
          WHERE r.project_id = ANY(${ids}) ${this.within('r.day', dayOfTime)}
            AND NOT EXISTS (SELECT FROM fine f WHERE f.project_id = r.project_id AND f.day = r.day))`,
      // OFFSET keeps PostgreSQL from reading all quarters to join them.
      `quarters AS MATERIALIZED (
         SELECT r.* FROM fine f CROSS JOIN LATERAL (
           SELECT * FROM quarter_rollups q
            WHERE q.project_id = f.project_id AND q.quarter >= f.day * ${QUARTERS_PER_DAY}
              AND q.quarter < (f.day + 1) * ${QUARTERS_PER_DAY} OFFSET 0) r
          WHERE ${isClean} ${this.within('r.quarter', quarterOf)})`,
    );
    return expressions.join(', ');
  }

  /** The sums of all periods, by project and the first quarter of each period. */
  selectSums(table: SummedTable): string {
    const sums = listSums(table).join(', ');
    return [
      ...(this.longest === 'day'
        ? [`SELECT project_id, day * ${QUARTERS_PER_DAY} AS quarter, ${sums} FROM days`]
        : []),
      `SELECT project_id, quarter, ${sums} FROM quarters`,
      ...this.selectFromRows(
        `SELECT l.project_id, l.quarter, ${sums} FROM loose l CROSS JOIN LATERAL (
           SELECT ${sumRows(table)} ${this.selectRows(table)}) of_rows`,
        (loose) =>
          `SELECT ${selectQuarter(table)}, ${sumRows(table)} ${this.selectAllRows(table, loose)} GROUP BY 1, 2`,
      ),
      `SELECT l.project_id, l.quarter, ${selectDroppedSums(table)} ${this.joinDropped()}`,
    ].join(' UNION ALL ');
  }

  /** The costs of traces in groups, by project and the first quarter of each period. */
  selectCosts(group: CostGroup): string {
    return [
      ...(this.longest === 'day' ? [selectGroups(group, 'days p', 'day')] : []),
      selectGroups(group, 'quarters p', 'quarter'),
      ...this.selectFromRows(
        `SELECT l.project_id, l.quarter, of_rows.* FROM loose l CROSS JOIN LATERAL (
           ${sumGroupsOfRows(group, 'l.project_id', this.begin, this.end)}) of_rows`,
        (loose) =>
          sumGroupsOfTraces(
            group,
            `SELECT ${selectQuarter('traces')}, t.trace_id ${this.selectAllRows('traces', loose)}`,
          ),
      ),
      selectDroppedGroups(group, this),
    ].join(' UNION ALL ');
  }

  /**
   * The durations of traces in microseconds, by project and quarter, except those in `days`. Traces of
   * which no span has an end have none.
   */
  selectDurations(): string {
    const all = [
      `SELECT project_id, quarter, duration FROM quarters CROSS JOIN unnest(durations) AS duration`,
      ...this.selectFromRows(
        `SELECT l.project_id, l.quarter, duration FROM loose l CROSS JOIN LATERAL (
           SELECT ${DURATION} AS duration ${this.selectRows('traces')} OFFSET 0) of_rows`,
        (loose) =>
          `SELECT ${selectQuarter('traces')}, ${DURATION} AS duration ${this.selectAllRows('traces', loose)}`,
      ),
      `SELECT l.project_id, l.quarter, duration
         ${this.joinDropped()} CROSS JOIN unnest(d.durations) AS duration`,
    ].join(' UNION ALL ');
    return `SELECT * FROM (${all}) of_ended WHERE duration >= 0`;
  }

  /** Selects the loose quarters. */
  private selectLoose(): string {
    if (!this.loose) return this.findLoose();
    const ids = this.bind(this.loose.map(({ projectId }) => projectId));
    const quarters = this.bind(this.loose.map(({ quarter }) => quarter));
    return `SELECT * FROM unnest(${ids}::bigint[], ${quarters}::integer[]) AS l (project_id, quarter)`;
  }

  private findLoose(): string {
    const { ids, edges } = this;
    return [
      `SELECT project_id, quarter FROM quarter_rollups
        WHERE project_id = ANY(${ids}) AND changed_at IS NOT NULL ${this.within('quarter', quarterOf)}`,
      `SELECT m.project_id, quarter FROM changed_quarters m CROSS JOIN unnest(m.quarters) AS quarter
        WHERE m.project_id = ANY(${ids}) ${this.within('quarter', quarterOf)}`,
      ...selectEarlier(ids, this.within('quarter', quarterOf)),
      ...edges.map(
        (edge) => `SELECT project_id, ${quarterOf(edge)} FROM unnest(${ids}) AS project_id
          WHERE ${edge} > ${startOfQuarter(quarterOf(edge))}`,
      ),
    ].join(' UNION ');
  }

  /** Selects from rows of loose quarters: in a statement that finds these, or of those that are known. */
  private selectFromRows(found: string, known: (loose: readonly QuarterKey[]) => string): string[] {
    if (!this.loose) return [found];
    return this.loose.length === 0 ? [] : [known(this.loose)];
  }

  /** `FROM …` of the rows of a loose quarter `l`. */
  private selectRows(table: SummedTable): string {
    return selectPeriod(table, 'l.project_id', this.begin, this.end);
  }

  /** `FROM …` of the rows of all loose quarters. */
  private selectAllRows(table: SummedTable, loose: readonly QuarterKey[]): string {
    const where = new SqlWhere(this.parameters);
    const { from, until } = this.bounds;
    const start = `${ALIASES[table]}.start_time`;
    if (from) where.and(`${start} >= ${from}`);
    if (until) where.and(`${start} < ${until}`);
    return `${selectRowsOf(table, loose)} ${where.toString()}`;
  }

  /** `FROM …` of what was dropped in loose quarters. */
  private joinDropped(): string {
    return `FROM loose l ${joinDropped(DROPPED_MINUTES, 'l.project_id', this)}`;
  }

  private get edges(): string[] {
    return [this.bounds.from, this.bounds.until].filter((bound) => bound !== null);
  }

  /** The periods that the range touches. One that begins at its end is not in it. */
  private within(period: string, ofTime: (time: string) => string): string {
    const { from, until } = this.bounds;
    // Subqueries are evaluated once, not for each row.
    const conditions = [
      from ? `AND ${period} >= (SELECT ${ofTime(from)})` : '',
      until ? `AND ${period} <= (SELECT ${ofTime(`${until} - interval '1 microsecond'`)})` : '',
    ];
    return conditions.join(' ');
  }
}
