import { isFailedTrace } from '../../spans/failure.js';
import type { Distribution } from '../../kernel/sql/distribution.js';

/**
 * Traces that can be kept, however old they are: with a failed span, with an annotation of anyone on the
 * trace, a span or the session, with one of a person, with a span that became an example of a dataset, of
 * a run of an experiment or its evaluation, or in an annotation queue.
 */
export type TraceExemption =
  | 'FAILED'
  | 'ANNOTATED'
  | 'ANNOTATED_BY_PEOPLE'
  | 'IN_DATASETS'
  | 'IN_EXPERIMENTS'
  | 'IN_QUEUES';

/** By what columns rows refer to a trace, or to its session. */
const TRACE = ['trace_id'];
const SESSION = ['session_id', 'project_id'];

/** Conditions on traces `t`. */
const KEPT: Record<TraceExemption, (distribution: Distribution) => string> = {
  FAILED: () => isFailedTrace('t'),
  ANNOTATED: (distribution) => isAnnotated(distribution, 'true'),
  ANNOTATED_BY_PEOPLE: (distribution) => isAnnotated(distribution, "a.annotator_kind = 'HUMAN'"),
  IN_DATASETS: (distribution) =>
    refersTo(distribution, TRACE, 'dataset_examples a', 'a.span_id IS NOT NULL'),
  IN_EXPERIMENTS: (distribution) =>
    `(${['experiment_runs a', 'experiment_run_annotations a']
      .map((table) => refersTo(distribution, TRACE, table, 'a.trace_id IS NOT NULL'))
      .join(' OR ')})`,
  IN_QUEUES: (distribution) =>
    `(${[TRACE, SESSION]
      .map((key) =>
        refersTo(distribution, key, 'annotation_queue_items a', `a.${key[0]} IS NOT NULL`),
      )
      .join(' OR ')})`,
};

/** @param condition on annotations `a`. */
function isAnnotated(distribution: Distribution, condition: string): string {
  const ofTrace = ['trace_annotations', 'span_annotations', 'document_annotations'].map(
    (table) => `EXISTS (SELECT FROM ${table} a WHERE a.trace_id = t.trace_id AND ${condition})`,
  );
  const ofSession = refersTo(distribution, SESSION, 'session_annotations a', condition);
  return `(${[...ofTrace, ofSession].join(' OR ')})`;
}

/**
 * Returns whether a row `a` of a table refers to a trace `t` by columns that both have. Citus does not look up
 * distributed traces in other tables one by one.
 */
function refersTo(
  distribution: Distribution,
  columns: readonly string[],
  table: string,
  condition: string,
): string {
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  return distribution.choose({
    single: `EXISTS (SELECT FROM ${table} WHERE (${of('a')}) = (${of('t')}) AND ${condition})`,
    cluster: `((${of('t')}) IN (SELECT ${of('a')} FROM ${table} WHERE ${condition})) IS TRUE`,
  });
}

/** SQL of whether a trace `t` is kept. */
export function isKept(distribution: Distribution, keeps: readonly TraceExemption[]): string {
  return keeps.length === 0
    ? 'false'
    : `(${keeps.map((one) => KEPT[one](distribution)).join(' OR ')})`;
}
