import type { Keys } from './for-each.js';

/**
 * The tables of what belongs to one trace. With Citus, each trace is stored with all of this on one
 * worker, and all other tables stay on the coordinator.
 */
export const DISTRIBUTED_TABLES = [
  'traces',
  'spans',
  'span_payloads',
  'span_annotations',
  'document_annotations',
  'trace_annotations',
  'span_costs',
  'span_cost_details',
] as const;

/** Adds a parameter to a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/**
 * Where the tables of traces are: all on one server, or on the workers of a Citus cluster, which does
 * not run every statement on them. Whoever writes a statement that differs gets this, and names what it
 * needs. Both ways give the same rows; see docs/adr/0061-distribution-by-trace.md for the differences
 * and docs/adr/0115-distribution-is-injected.md for this class.
 */
export abstract class Distribution {
  /** Whether parts of a statement run, commit and fail on workers. */
  abstract readonly hasWorkers: boolean;

  /** Whether foreign keys from traces to other tables, and back, do what they are for. */
  abstract readonly hasForeignKeys: boolean;

  /** Whether a condition on sessions first gathers their traces, because they are on several workers. */
  abstract readonly gathersSessions: boolean;

  /** Chooses where whole statements, joins or limits differ. */
  abstract choose<Single, Cluster>(ways: { single: Single; cluster: Cluster }): Single | Cluster;

  /** Whether the rows of a table may be on several workers. */
  abstract distributes(table: string): boolean;

  /**
   * Names a distributed table itself, of which all rows are in reach, instead of the view that limited
   * connections find under its name. Citus does not change rows through views, nor reads them in recursive
   * queries. Use it only for rows that the caller has found through the view, and only where Citus needs it
   * (docs/adr/0072-roles-per-project.md).
   */
  abstract tableItself(table: string): string;

  /**
   * SQL that runs one query for each key, and returns all their rows. On distributed tables, a query
   * cannot depend on the rows of another, so there is one for each key.
   * @param query SQL with the aliases of the key.
   * @param parts the columns of the key, with as many values each.
   */
  abstract selectForEach(query: string, parts: readonly [Keys, ...Keys[]], bind: Bind): string;
}

/** A connection or transaction, and where the tables are that it reaches. */
export type Distributed<T> = T & { readonly distribution: Distribution };
