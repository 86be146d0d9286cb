import type { Distribution } from '../../../kernel/sql/distribution.js';
import { DistributedWhere } from '../../../kernel/sql/distributed-where.js';
import { addRowCondition, type RowCondition } from '../../conditions/row-condition.js';
import type { Matches } from '../../matches/matches.service.js';
import type { AddSpanCondition } from '../../spans/spans.filters.js';

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
  /** The matches of a search. Its condition on spans, if any, is a part of `addSpanCondition`. */
  matches?: Matches;
}

/** A range with a condition on spans. */
export interface FilteredRange extends FigureRange {
  addSpanCondition: AddSpanCondition;
}

/** Returns whether a range has no conditions, so that its figures can be read from rollups. */
export function isWhole(range: FigureRange): boolean {
  const { sessionCondition, traceCondition, addSpanCondition, matches } = range;
  return !sessionCondition && !traceCondition && !addSpanCondition && !matches;
}

/** `FROM … WHERE …` of the rows that a figure covers, and its parameters. */
export interface FigureSource {
  source: string;
  parameters: unknown[];
}

/** The spans `s` that began in the range and meet the conditions. */
export function selectSpans(
  distribution: Distribution,
  projectIds: readonly number[],
  range: FigureRange,
): FigureSource {
  const where = new DistributedWhere(distribution);
  const ids = where.bind(projectIds);
  const { start, end } = range;
  where.and(`s.project_id = ANY(${ids})`).andBetween('s.start_time', start, end);
  const joins = range.addSpanCondition?.(where, { projectIds: ids, start, end }) ?? '';
  const { addTraceCondition, addSessionCondition } = range.matches ?? {};
  if (range.sessionCondition ?? range.traceCondition ?? addTraceCondition ?? addSessionCondition) {
    // Also traces that began before the range.
    const traces = where.another().and('t.trace_id = s.trace_id');
    addTraceConditions(traces, ids, range);
    where.and(`EXISTS (SELECT FROM traces t ${traces.toString()})`);
  }
  return { source: `FROM spans s ${joins} ${where.toString()}`, parameters: where.parameters };
}

/** The traces `t` that began in the range, belong to a session and have a span that meet the conditions. */
export function selectTraces(
  distribution: Distribution,
  projectIds: readonly number[],
  range: FigureRange,
): FigureSource {
  const { start, end, addSpanCondition } = range;
  const where = new DistributedWhere(distribution);
  const ids = where.bind(projectIds);
  where.and(`t.project_id = ANY(${ids})`).andBetween('t.start_time', start, end);
  if (addSpanCondition) {
    const spans = where
      .another()
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
export function selectSessions(
  distribution: Distribution,
  projectIds: readonly number[],
  range: FigureRange,
): FigureSource {
  const where = new DistributedWhere(distribution);
  addSessions(where, where.bind(projectIds), range);
  if (range.sessionCondition) addRowCondition(where, range.sessionCondition);
  range.matches?.addSessionCondition?.(where);
  return { source: `FROM project_sessions s ${where.toString()}`, parameters: where.parameters };
}

/** Adds the conditions on traces `t` and on their sessions. */
function addTraceConditions(where: DistributedWhere, projectIds: string, range: FigureRange): void {
  const { sessionCondition, traceCondition, matches } = range;
  if (traceCondition) addRowCondition(where, traceCondition);
  matches?.addTraceCondition?.(where);
  if (!sessionCondition && !matches?.addSessionCondition) return;
  where.and(`(t.session_id, t.project_id) IN (${selectSessionKeys(where, projectIds, range)})`);
}

/** Traces in the range belong to sessions that overlap it. */
function selectSessionKeys(
  traces: DistributedWhere,
  projectIds: string,
  range: FigureRange,
): string {
  const where = traces.another();
  addSessions(where, projectIds, range);
  if (range.sessionCondition) addRowCondition(where, range.sessionCondition);
  range.matches?.addSessionCondition?.(where);
  return `SELECT s.session_id, s.project_id FROM project_sessions s ${where.toString()}`;
}

function addSessions(
  where: DistributedWhere,
  projectIds: string,
  { start, end }: FigureRange,
): void {
  where.and(`s.project_id = ANY(${projectIds})`);
  if (start !== null) where.and(`s.end_time >= ${where.bind(start)}`);
  if (end !== null) where.and(`s.start_time < ${where.bind(end)}`);
}
