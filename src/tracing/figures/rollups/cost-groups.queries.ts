import { HAS_TOKENS, UNPRICED_SPANS } from '../../../spans/cost-details.js';
import type { Distribution } from '../../../kernel/sql/distribution.js';
import { QUARTERS_PER_DAY, startOfQuarter } from '../../../spans/quarters.js';
import { joinDropped } from './dropped-sums.js';
import { selectPeriod } from './rollup-sums.js';
import { listQuarters, type QuarterKey, selectQuarter, selectRowsOf } from './rows-of-quarters.js';

/** The values that the costs of the traces of a period are grouped by. */
export type CostGroup = 'model' | 'tokenType' | 'unpricedModel';

interface CostGroups {
  /** The table of rollups: a row for each model, or type of tokens, that a period has. */
  rollups: string;
  /** The table with what dropped traces add. */
  dropped: string;
  /** The table with the costs of spans, or a query of them. Its rows are `d`. */
  rows: string;
  where: string;
  keys: readonly string[];
  sums: readonly string[];
}

const GROUPS: Record<CostGroup, CostGroups> = {
  model: {
    rollups: 'model_rollups',
    dropped: 'dropped_models',
    rows: `(SELECT *, (${HAS_TOKENS})::integer AS span_count FROM span_costs c)`,
    where: 'd.model_id IS NOT NULL',
    keys: ['model_id'],
    sums: ['span_count', 'prompt_tokens', 'completion_tokens', 'prompt_cost', 'completion_cost'],
  },
  tokenType: {
    rollups: 'token_rollups',
    dropped: 'dropped_tokens',
    rows: 'span_cost_details',
    where: 'true',
    keys: ['is_prompt', 'token_type'],
    sums: ['tokens', 'cost'],
  },
  unpricedModel: {
    rollups: 'unpriced_rollups',
    dropped: 'dropped_unpriced',
    rows: `(${UNPRICED_SPANS})`,
    where: 'true',
    keys: ['provider', 'model_name'],
    sums: ['span_count', 'prompt_tokens', 'completion_tokens'],
  },
};

export const COST_GROUPS = Object.keys(GROUPS) as CostGroup[];

/** Rollups of days and of quarters are in one table, by the number of their quarters. */
const QUARTERS = { day: QUARTERS_PER_DAY, quarter: 1 } as const;

/** Selects the groups of the traces of a project that began in a period, with their sums. */
export function sumGroupsOfRows(
  group: CostGroup,
  projectId: string,
  start: string,
  end: string,
): string {
  const { rows, where, keys } = GROUPS[group];
  // OFFSET keeps PostgreSQL from reading the costs of all periods at once.
  return `SELECT ${sumsOf(group)}
    FROM (SELECT t.trace_id ${selectPeriod('traces', projectId, start, end)} OFFSET 0) t
    JOIN ${rows} d ON d.trace_id = t.trace_id AND ${where} GROUP BY ${listOf('d', keys)}`;
}

/**
 * Selects the groups of the traces of several quarters, with their sums.
 * @param traces SQL of the `trace_id`, `project_id` and `quarter` of each trace.
 */
export function sumGroupsOfTraces(group: CostGroup, traces: string): string {
  const { rows, where, keys } = GROUPS[group];
  return `SELECT t.project_id, t.quarter, ${sumsOf(group)}
    FROM (${traces}) t JOIN ${rows} d ON d.trace_id = t.trace_id AND ${where}
    GROUP BY t.project_id, t.quarter, ${listOf('d', keys)}`;
}

/**
 * Selects the rollups `d` of periods.
 * @param source a table `p` with `project_id` and the number of the `day` or `quarter`.
 */
export function selectGroups(group: CostGroup, source: string, period: 'day' | 'quarter'): string {
  const { rollups, keys, sums } = GROUPS[group];
  const quarters = QUARTERS[period];
  return `SELECT d.project_id, d.quarter, ${listOf('d', [...keys, ...sums])}
    FROM ${source} JOIN ${rollups} d ON d.project_id = p.project_id AND d.quarters = ${quarters}
     AND d.quarter = p.${period} * ${quarters}`;
}

/** Selects the groups of the traces that were dropped in quarters `l`. */
export function selectDroppedGroups(
  group: CostGroup,
  period: { begin: string; end: string },
): string {
  const { dropped, keys, sums } = GROUPS[group];
  return `SELECT l.project_id, l.quarter, ${listOf('d', [...keys, ...sums])}
    FROM loose l ${joinDropped(dropped, 'l.project_id', period)}`;
}

/**
 * SQL that adds the groups of traces to those of their minutes, before they are dropped.
 * @param condition on traces `t` and the costs `d` of their spans.
 */
export function recordDroppedGroups(group: CostGroup, minute: string, condition: string): string {
  const { dropped, rows, where, keys, sums } = GROUPS[group];
  return `INSERT INTO ${dropped} AS r (project_id, minute, ${columnsOf(group)})
    SELECT t.project_id, ${minute} AS minute, ${sumsOf(group)}
      FROM traces t JOIN ${rows} d ON d.trace_id = t.trace_id AND ${where}
     WHERE ${condition} GROUP BY t.project_id, minute, ${listOf('d', keys)}
     ORDER BY t.project_id, minute, ${listOf('d', keys)}
    ON CONFLICT (project_id, minute, ${keys.join(', ')}) DO UPDATE SET ${addGroups(sums)}`;
}

/** The tables with what dropped traces add to groups. */
export const DROPPED_GROUPS = COST_GROUPS.map((group) => GROUPS[group].dropped);

/** Sums are null if nothing is priced. */
function addGroups(sums: readonly string[]): string {
  return sums
    .map((sum) => `${sum} = coalesce(r.${sum} + excluded.${sum}, r.${sum}, excluded.${sum})`)
    .join(', ');
}

const PERIOD = { begin: startOfQuarter('p.quarter'), end: startOfQuarter('p.quarter + 1') };

/** The statements that compute the rollups of quarters again. */
export function rollUpGroupsOfQuarters(
  distribution: Distribution,
  quarters: readonly QuarterKey[],
): string[] {
  const source = listQuarters(quarters, 'p');
  const select = distribution.choose({
    single: sumGroupsOfEachQuarter,
    cluster: sumGroupsOfAllQuarters,
  });
  return COST_GROUPS.flatMap((group) => [
    removeGroups(group, source, 'quarter'),
    `INSERT INTO ${GROUPS[group].rollups} (project_id, quarters, quarter, ${columnsOf(group)})
     ${select(group, quarters)}`,
    addDroppedGroups(group, source),
  ]);
}

function sumGroupsOfEachQuarter(group: CostGroup, quarters: readonly QuarterKey[]): string {
  return `SELECT p.project_id, ${QUARTERS.quarter}, p.quarter, g.* FROM ${listQuarters(quarters, 'p')}
    CROSS JOIN LATERAL (${sumGroupsOfRows(group, 'p.project_id', PERIOD.begin, PERIOD.end)}) g`;
}

function sumGroupsOfAllQuarters(group: CostGroup, quarters: readonly QuarterKey[]): string {
  const { keys, sums } = GROUPS[group];
  const traces = `SELECT ${selectQuarter('traces')}, t.trace_id ${selectRowsOf('traces', quarters)}`;
  return `SELECT g.project_id, ${QUARTERS.quarter}, g.quarter, ${listOf('g', [...keys, ...sums])}
    FROM (${sumGroupsOfTraces(group, traces)}) g`;
}

function addDroppedGroups(group: CostGroup, source: string): string {
  const { rollups, dropped, keys, sums } = GROUPS[group];
  return `INSERT INTO ${rollups} AS r (project_id, quarters, quarter, ${columnsOf(group)})
    SELECT p.project_id, ${QUARTERS.quarter}, p.quarter, ${sumsOf(group)}
      FROM ${source} ${joinDropped(dropped, 'p.project_id', PERIOD)}
     GROUP BY p.project_id, p.quarter, ${listOf('d', keys)}
    ON CONFLICT (project_id, quarters, quarter, ${keys.join(', ')}) DO UPDATE SET ${addGroups(sums)}`;
}

/**
 * The same for days, from their quarters. Their parameters are the IDs of the projects and the numbers of
 * the days.
 */
export function rollUpGroupsOfDays(): string[] {
  const source = 'unnest($1::bigint[], $2::integer[]) AS p (project_id, day)';
  return COST_GROUPS.flatMap((group) => {
    const { rollups, keys } = GROUPS[group];
    return [
      removeGroups(group, source, 'day'),
      `INSERT INTO ${rollups} (project_id, quarters, quarter, ${columnsOf(group)})
       SELECT p.project_id, ${QUARTERS.day}, p.day * ${QUARTERS.day}, ${sumsOf(group)}
         FROM ${source} JOIN ${rollups} d ON d.project_id = p.project_id
          AND d.quarters = ${QUARTERS.quarter} AND d.quarter >= p.day * ${QUARTERS.day}
          AND d.quarter < (p.day + 1) * ${QUARTERS.day}
        GROUP BY p.project_id, p.day, ${listOf('d', keys)}`,
    ];
  });
}

function removeGroups(group: CostGroup, source: string, period: 'day' | 'quarter'): string {
  const quarters = QUARTERS[period];
  return `DELETE FROM ${GROUPS[group].rollups} d USING ${source} WHERE d.project_id = p.project_id
    AND d.quarters = ${quarters} AND d.quarter = p.${period} * ${quarters}`;
}

function columnsOf(group: CostGroup): string {
  return [...GROUPS[group].keys, ...GROUPS[group].sums].join(', ');
}

function sumsOf(group: CostGroup): string {
  const { keys, sums } = GROUPS[group];
  return [listOf('d', keys), ...sums.map((sum) => `sum(d.${sum}) AS ${sum}`)].join(', ');
}

function listOf(row: string, columns: readonly string[]): string {
  return columns.map((column) => `${row}.${column}`).join(', ');
}
