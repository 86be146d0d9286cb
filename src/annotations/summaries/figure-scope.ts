import type { Distribution } from '../../kernel/sql/distribution.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { type AnnotationTarget, NOTE } from '../annotation-target.js';

/** Selects the annotations of projects whose figures to read. */
export interface FigureSelection {
  projectIds: readonly number[];
  /** The name for each of the project IDs; all names if absent. */
  names?: readonly string[];
  /**
   * When the targets began: from `start` (inclusive) to `end` (exclusive). A session is selected if
   * it overlaps the range. Null is open.
   */
  start: string | null;
  end: string | null;
  /** Whether to select only sessions that began in the range. */
  onlyBegun?: boolean;
  /**
   * Adds a condition on spans `s`, and returns the joins that it needs. Selects spans, and traces
   * and sessions with at least one such span.
   */
  addSpanCondition?: ((where: DistributedWhere) => string) | null;
  /** Adds a condition on traces `t`. Selects them and their spans. */
  addTraceCondition?: ((where: DistributedWhere) => void) | null;
  /** Adds a condition on sessions `s`. Selects them, and what belongs to them. */
  addSessionCondition?: ((where: DistributedWhere) => void) | null;
}

/** Parts of a query for figures by project and name. */
export interface AnnotationFigureScope {
  /** Common table expressions; the last one is `named (project_id, name)`. */
  named: string;
  /** The table with these annotations, and perhaps others. */
  annotations: string;
  /** `FROM … WHERE …`: the annotations `a` with the project and the name of a row of `named`. */
  source: string;
  parameters: unknown[];
}

export function toAnnotationFigureScope(
  distribution: Distribution,
  target: AnnotationTarget,
  selection: FigureSelection,
): AnnotationFigureScope {
  const { projectIds, names, start, end, addSpanCondition, addTraceCondition } = selection;
  const { addSessionCondition } = selection;
  const isOfSession = target.targets.table === 'project_sessions';
  const parameters: unknown[] = names ? [projectIds, names] : [projectIds];
  const where = new DistributedWhere(distribution, parameters)
    .and('a.project_id = named.project_id')
    .and('a.name = named.name');
  const joins = [];
  if (target.hasStartTime) where.andBetween('a.start_time', start, end);
  else if (start || end) joins.push(joinRange(target, where, selection));
  if (addSpanCondition && target.targets.table === 'spans') {
    joins.push(`JOIN spans s ON s.trace_id = a.trace_id AND s.span_id = a.span_id
      ${addSpanCondition(where)}`);
  } else if (addSpanCondition) {
    const spans = where
      .another()
      .and(isOfSession ? 's.project_id = ANY($1)' : 's.trace_id = a.trace_id');
    const spanJoins = addSpanCondition(spans);
    const from = `FROM spans s ${spanJoins} ${spans.toString()}`;
    where.and(
      isOfSession
        ? isInSessions(`traces t WHERE t.trace_id IN (SELECT s.trace_id ${from})`)
        : `EXISTS (SELECT ${from})`,
    );
  }
  if (addTraceCondition) {
    const traces = where
      .another()
      .and(isOfSession ? 't.project_id = ANY($1)' : 't.trace_id = a.trace_id');
    addTraceCondition(traces);
    const from = `traces t ${traces.toString()}`;
    where.and(isOfSession ? isInSessions(from) : `EXISTS (SELECT FROM ${from})`);
  }
  if (addSessionCondition) {
    const sessions = where.another().and('s.project_id = ANY($1)');
    addSessionCondition(sessions);
    const from = `FROM project_sessions s ${sessions.toString()}`;
    where.and(
      isOfSession
        ? `a.target_id IN (SELECT s.id ${from})`
        : `a.trace_id IN (SELECT t.trace_id FROM traces t
             WHERE (t.session_id, t.project_id) IN (SELECT s.session_id, s.project_id ${from}))`,
    );
  }
  const given = 'SELECT * FROM unnest($1::bigint[], $2::text[])';
  const rows = `${target.table} a ${joins.join(' ')} ${where.toString()}`;
  const startOf = target.hasStartTime || joins.length === 0 ? 'a' : 's';
  return distribution.choose({
    single: {
      named: `WITH RECURSIVE known (project_id, name) AS (${names ? given : selectNames(target)}),
      named AS (SELECT project_id, name FROM known WHERE ${isNamed(target)})`,
      annotations: target.table,
      source: `FROM ${rows}`,
      parameters,
    },
    cluster: {
      named: `WITH known (project_id, name) AS MATERIALIZED (${names ? given : selectDistinctNames(target)}),
        named AS MATERIALIZED (SELECT project_id, name FROM known WHERE ${isNamed(target)}),
        gathered AS MATERIALIZED (
          SELECT a.*${startOf === 's' ? ', s.start_time' : ''} FROM named CROSS JOIN ${rows})`,
      annotations: 'gathered',
      source: `FROM gathered a CROSS JOIN LATERAL (SELECT ${
        startOf === 's' || target.hasStartTime ? 'a.start_time' : 'NULL::timestamptz AS start_time'
      }) s WHERE a.project_id = named.project_id AND a.name = named.name`,
      parameters,
    },
  });
}

/**
 * SQL of whether an annotation `a` is of the session of one of some traces `t`. Not by EXISTS: Citus does
 * not look up traces for rows of the coordinator by more than one column.
 */
function isInSessions(traces: string): string {
  return `(a.session_id, a.project_id) IN (SELECT t.session_id, t.project_id FROM ${traces})`;
}

/** Citus cannot skip from name to name, but each worker tells apart those it has. */
function selectDistinctNames({ table }: AnnotationTarget): string {
  return `SELECT DISTINCT a.project_id, a.name FROM ${table} a WHERE a.project_id = ANY($1)`;
}

/** Reads the names of each project by skipping from one to the next in the index. */
function selectNames({ table }: AnnotationTarget): string {
  const next = (condition: string) =>
    `(SELECT a.name FROM ${table} a WHERE ${condition} ORDER BY a.name LIMIT 1)`;
  return `SELECT p.id, ${next('a.project_id = p.id')} FROM unnest($1::bigint[]) AS p (id)
    UNION ALL
    SELECT k.project_id, ${next('a.project_id = k.project_id AND a.name > k.name')}
      FROM known k WHERE k.name IS NOT NULL`;
}

/** Documents have no notes. The last step of the recursion has found null. */
function isNamed({ hasPosition }: AnnotationTarget): string {
  return hasPosition ? 'name IS NOT NULL' : `name <> '${NOTE}'`;
}

function joinRange(
  { targets }: AnnotationTarget,
  where: DistributedWhere,
  { start, end, onlyBegun }: FigureSelection,
): string {
  const overlaps = targets.table === 'project_sessions' && !onlyBegun;
  if (start) where.and(`s.${overlaps ? 'end_time' : 'start_time'} >= ${where.bind(start)}`);
  if (end) where.and(`s.start_time < ${where.bind(end)}`);
  // By row ID, so that PostgreSQL reads nothing but indexes.
  const key = where.distribution.choose({
    single: '',
    cluster: `AND s.${targets.keys[0]} = a.${targets.keys[0]}`,
  });
  return `JOIN ${targets.table} s ON s.id = a.target_id AND s.project_id = a.project_id ${key}`;
}
