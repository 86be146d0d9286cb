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
 * Names a table in a statement that changes its rows. Citus does not change rows of distributed tables
 * through the views of limited connections, so on a cluster this is the table itself, of which all rows
 * are in reach. Use it for rows that the caller has found under the name of the table alone
 * (docs/adr/0072-roles-per-project.md).
 */
export function tableToWrite(table: string): string {
  const isNamed = distributed && (DISTRIBUTED_TABLES as readonly string[]).includes(table);
  return isNamed ? `"${tables}".${table}` : table;
}
