/**
 * Whether the tables of traces may be distributed over several servers by Citus, which cannot run every
 * statement on them. Known once the server has found out what database it has; see
 * docs/adr/0061-distribution-by-trace.md for what is written differently.
 */
let distributed = false;

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

/** The schema of the tables, beside which there is one with the views of limited connections. */
let tables = 'public';

export function isDistributed(): boolean {
  return distributed;
}

export function setDistributed(value: boolean, schema = 'public'): void {
  distributed = value;
  tables = schema;
}

/**
 * Names a distributed table itself, of which all rows are in reach, instead of the view that limited
 * connections find under its name. Citus does not change rows through views, nor reads them in recursive
 * queries. Use it only for rows that the caller has found through the view, and only where Citus needs it
 * (docs/adr/0072-roles-per-project.md).
 */
export function tableItself(table: string): string {
  const isDistributedTable = (DISTRIBUTED_TABLES as readonly string[]).includes(table);
  return distributed && isDistributedTable ? `"${tables}".${table}` : table;
}
