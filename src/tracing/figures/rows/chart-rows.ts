import { isFailedSpan, isFailedTrace, statusOf } from '../../../spans/failure.js';
import { isInSample } from './sample.js';
import type { Distribution } from '../../../kernel/sql/distribution.js';
import { DistributedWhere } from '../../../kernel/sql/distributed-where.js';
import { HAS_TOKENS, IS_UNPRICED, selectPriced } from '../../../spans/cost-details.js';
import type { FieldMeasure } from '../../fields/field.js';
import { CALL_KINDS_SQL } from '../../../spans/token-usage.js';
import { boundDouble, MAX_KEY_LENGTH } from '../../fields/groups.js';
import { isSameSession } from '../../../spans/session-key.js';
import { SqlWhere } from '../../../kernel/sql/sql-where.js';
import { addRowCondition, type RowCondition } from '../../conditions/row-condition.js';
import { selectRootSpan } from '../../fields/root-span.js';
import { totalTurns } from '../../fields/session-totals.js';
import { hotText } from '../../fields/span-attribute.js';
import type { AddSpanCondition } from '../../spans/spans.filters.js';
import { type Chart, MEASURES, type RowChart, type RowEntity } from '../chart.js';
import { ChartAggregation, ChartEntity, ChartGrouping, ChartMeasure } from '../chart.enum.js';

/** Rows of a project that began from `start` (inclusive) to `end` (exclusive). */
export interface ChartScope {
  projectId: number;
  start: string;
  end: string | null;
  /** A condition on spans, or on traces or sessions. */
  addSpanCondition?: AddSpanCondition | null;
  rowCondition?: RowCondition | null;
  /** Whether only spans of the kind LLM can count. */
  onlyCalls?: boolean;
  /** How long a query may take. */
  maxSeconds?: number;
}

/** `FROM … WHERE …` of the rows of a chart, and SQL of what it needs of each. */
export interface ChartRows {
  source: string;
  /** Null is a group too. */
  key: string;
  startTime: string;
  /** The rows without a value do not count. */
  value: string;
  parameters: unknown[];
}

/** SQL of what can be charted of one entity, and the joins for it, which keep the number of rows. */
interface EntitySql {
  table: string;
  /** Alias of the rows. */
  row: string;
  /** The SQL of each join that a measure names as `join`. */
  joins: Partial<Record<NonNullable<FieldMeasure['join']>, string>>;
  failed: Joined;
  /** How many LLM spans with tokens a row has, and how many of these have no price. */
  priced: { tokens: string; unpriced: string; join?: string };
  groups: Partial<Record<ChartGrouping, Joined>>;
  /** Joins the mean score of a row as `judged.score`. */
  joinScores: (where: SqlWhere, annotation: string, scope: ChartScope) => string;
}

type Measures = Partial<Record<ChartMeasure, FieldMeasure & { sql: string }>>;

interface Joined {
  sql: string;
  join?: string;
  /** Which rows have it; those for which it is not null by default. */
  where?: string;
}

const JOIN_COSTS = `JOIN span_costs c ON c.trace_id = s.trace_id AND c.span_id = s.span_id`;

/** Nearly every trace has a root without a parent, which an index finds. */
const JOIN_ROOT = `LEFT JOIN LATERAL (
  SELECT found.name, found.attributes FROM (
    (SELECT r.name, r.attributes FROM spans r WHERE r.trace_id = t.trace_id AND r.parent_id IS NULL
      ORDER BY r.start_time, r.id LIMIT 1)
    UNION ALL
    (SELECT orphan.name, orphan.attributes FROM (${selectRootSpan('t.trace_id')}) orphan)) found
   LIMIT 1) root ON true`;

const TOTALS = totalTurns('turn');

/** Costs are limited, because charts also divide sums and add them up. */
const TURN_SUMS = `bool_or(${isFailedTrace('turn')}) AS failed, ${TOTALS.promptTokens} AS prompt_tokens,
  ${TOTALS.completionTokens} AS completion_tokens,
  sum(${boundDouble('turn.prompt_cost')}) AS prompt_cost,
  sum(${boundDouble('turn.completion_cost')}) AS completion_cost,
  sum(turn.token_span_count) AS token_span_count,
  sum(turn.unpriced_span_count) AS unpriced_span_count,
  ${TOTALS.userId} AS user_id`;

const JOIN_TURNS = `CROSS JOIN LATERAL (
  SELECT ${TURN_SUMS} FROM traces turn
   WHERE ${isSameSession('turn', 's')}) turns`;

/** The same if the traces of a session are on several servers: adds up all of the project. */
const JOIN_ALL_TURNS = `LEFT JOIN (
  SELECT turn.session_id, ${TURN_SUMS} FROM traces turn
   WHERE turn.project_id = $1 AND turn.session_id IS NOT NULL
   GROUP BY turn.session_id) turns ON turns.session_id = s.session_id`;

const ENTITIES: Record<RowEntity, EntitySql> = {
  [ChartEntity.SPANS]: {
    table: 'spans',
    row: 's',
    joins: { costs: JOIN_COSTS },
    failed: { sql: isFailedSpan('s') },
    priced: {
      tokens: `(${HAS_TOKENS})::int`,
      unpriced: `(${IS_UNPRICED})::int`,
      join: JOIN_COSTS,
    },
    groups: {
      [ChartGrouping.NAME]: { sql: 's.name' },
      [ChartGrouping.MODEL]: { sql: 's.model_name' },
      [ChartGrouping.SPAN_KIND]: { sql: 's.kind' },
      [ChartGrouping.STATUS]: { sql: 's.status_code' },
      [ChartGrouping.USER]: { sql: 's.user_id' },
      [ChartGrouping.SESSION]: { sql: 's.session_id' },
    },
    // Reads nothing but an index of annotations.
    joinScores: (where, annotation, { start, end }) => {
      const scores = new SqlWhere(where.parameters)
        .and('a.project_id = $1')
        .and(`a.name = ${where.bind(annotation)}`)
        .andBetween('a.start_time', start, end);
      return `JOIN (SELECT a.target_id, ${MEAN_SCORE} FROM span_annotations a ${scores.toString()}
                     GROUP BY a.target_id) judged ON judged.target_id = s.id`;
    },
  },
  [ChartEntity.TRACES]: {
    table: 'traces',
    row: 't',
    joins: {},
    failed: { sql: isFailedTrace('t') },
    priced: { tokens: 't.token_span_count', unpriced: 't.unpriced_span_count' },
    groups: {
      [ChartGrouping.NAME]: { sql: 'root.name', join: JOIN_ROOT },
      [ChartGrouping.STATUS]: { sql: statusOf(isFailedTrace('t')) },
      [ChartGrouping.USER]: { sql: 't.user_id' },
      [ChartGrouping.SESSION]: { sql: 't.session_id' },
    },
    joinScores: (where, annotation) => `CROSS JOIN LATERAL (
      SELECT ${MEAN_SCORE} FROM trace_annotations a
       WHERE a.trace_id = t.trace_id AND a.name = ${where.bind(annotation)}) judged`,
  },
  [ChartEntity.SESSIONS]: {
    table: 'project_sessions',
    row: 's',
    joins: { turns: JOIN_TURNS },
    failed: { sql: 'coalesce(turns.failed, false)', join: JOIN_TURNS },
    priced: {
      tokens: 'turns.token_span_count',
      unpriced: 'turns.unpriced_span_count',
      join: JOIN_TURNS,
    },
    groups: {
      [ChartGrouping.STATUS]: {
        sql: statusOf('turns.failed'),
        join: JOIN_TURNS,
      },
      [ChartGrouping.USER]: { sql: 'turns.user_id', join: JOIN_TURNS },
    },
    joinScores: (where, annotation) => `CROSS JOIN LATERAL (
      SELECT ${MEAN_SCORE} FROM session_annotations a
       WHERE ${isSameSession('a', 's')} AND a.name = ${where.bind(annotation)}) judged`,
  },
};

/** Every row has the same weight, however many annotations it has. */
const MEAN_SCORE = `sum(${boundDouble('a.score')}) / nullif(count(a.score), 0) AS score`;

/**
 * Selects the rows of a chart. Its first parameter is the ID of the project.
 * @param share selects only a random one of this many rows.
 */
export function selectChartRows(
  distribution: Distribution,
  chart: RowChart,
  scope: ChartScope,
  share: number,
): ChartRows {
  const entity = ENTITIES[chart.entity];
  const { row, table } = entity;
  const { where, joins: conditionJoins } = selectScope(distribution, entity, scope);
  const value = toValue(entity, chart, scope, where);
  const group = toGroup(entity, chart, where);
  const joins = [...new Set([value.join, group.join])]
    .filter((join) => join !== undefined)
    .map((join) => fitJoin(join, distribution))
    .join(' ');
  const scoped = `${table} ${row} ${conditionJoins} ${where.toString()}`;
  const chosen = `SELECT ${row}.id FROM ${scoped} AND ${isInSample(`${row}.id`, share)}`;
  const rows =
    share === 1
      ? `SELECT ${row}.* FROM ${scoped}`
      : `SELECT ${row}.* FROM ${table} ${row} WHERE ${row}.id = ANY(ARRAY(${chosen}))`;
  return {
    // PostgreSQL merges the inner query with the outer one.
    source: `FROM (${rows}) ${row} ${joins} WHERE ${value.where ?? `(${value.sql}) IS NOT NULL`}`,
    key: `left(${group.sql}, ${MAX_KEY_LENGTH})`,
    startTime: `${row}.start_time`,
    value: `(${value.sql})::float8`,
    parameters: where.parameters,
  };
}

/** Counts the LLM spans with tokens of the rows of a chart, and those of them without a price. */
export function countPriced(
  distribution: Distribution,
  chart: RowChart,
  scope: ChartScope,
): { sql: string; parameters: unknown[] } {
  const entity = ENTITIES[chart.entity];
  const { where, joins } = selectScope(distribution, entity, scope);
  const { tokens, unpriced, join } = entity.priced;
  // The joins are after the rows are chosen, as above.
  return {
    sql: `SELECT ${selectPriced(tokens, unpriced)}
            FROM (SELECT ${entity.row}.* FROM ${entity.table} ${entity.row} ${joins} ${where.toString()})
                 ${entity.row} ${join ? fitJoin(join, distribution) : ''}`,
    parameters: where.parameters,
  };
}

/** Counts the rows of a chart before those without a value are left out. */
export function countChartRows(
  distribution: Distribution,
  chart: RowChart,
  scope: ChartScope,
): { sql: string; parameters: unknown[] } {
  const entity = ENTITIES[chart.entity];
  const { where, joins } = selectScope(distribution, entity, scope);
  return {
    sql: `SELECT count(*) AS count FROM ${entity.table} ${entity.row} ${joins} ${where.toString()}`,
    parameters: where.parameters,
  };
}

function fitJoin(join: string, distribution: Distribution): string {
  return join === JOIN_TURNS
    ? distribution.choose({ single: JOIN_TURNS, cluster: JOIN_ALL_TURNS })
    : join;
}

function selectScope(
  distribution: Distribution,
  { row }: EntitySql,
  scope: ChartScope,
): { where: DistributedWhere; joins: string } {
  const { projectId, start, end } = scope;
  const where = new DistributedWhere(distribution);
  const id = where.bind(projectId);
  where.and(`${row}.project_id = ${id}`).andBetween(`${row}.start_time`, start, end);
  // Only calls have these, and an index knows the kind.
  if (scope.onlyCalls) where.and(`s.kind IN ${CALL_KINDS_SQL}`);
  const joins =
    scope.addSpanCondition?.(where, { projectIds: `ARRAY[${id}]::bigint[]`, start, end }) ?? '';
  if (scope.rowCondition) addRowCondition(where, scope.rowCondition);
  return { where, joins };
}

function toValue(entity: EntitySql, chart: RowChart, scope: ChartScope, where: SqlWhere): Joined {
  const { failed, joins, joinScores } = entity;
  const measures: Measures = MEASURES[chart.entity];
  switch (chart.aggregation) {
    case ChartAggregation.COUNT:
      return { sql: '1', where: 'true' };
    case ChartAggregation.FAILED_COUNT:
      return { ...failed, sql: '1', where: failed.sql };
    case ChartAggregation.ERROR_RATE:
      return { ...failed, sql: `(${failed.sql})::int` };
    case ChartAggregation.MEAN_SCORE:
      return { sql: 'judged.score', join: joinScores(where, chart.annotation!, scope) };
    default: {
      const { sql, join } = measures[chart.measure!]!;
      return join ? { sql, join: joins[join]! } : { sql };
    }
  }
}

function toGroup({ groups, row }: EntitySql, chart: Chart, where: SqlWhere): Joined {
  if (!chart.groupBy) return { sql: 'NULL::text' };
  if (chart.groupBy !== ChartGrouping.ATTRIBUTE) return groups[chart.groupBy]!;
  // Only the hot attributes: a long text makes no useful group.
  const textOf = (span: string) => hotText(chart.attribute!, span, where);
  return row === 't' ? { sql: textOf('root'), join: JOIN_ROOT } : { sql: textOf(row) };
}
