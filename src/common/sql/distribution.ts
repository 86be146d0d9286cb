/**
 * Whether the tables of traces may be distributed over several servers by Citus, which cannot run every
 * statement on them. Known once the server has found out what database it has; see
 * docs/adr/0061-distribution-by-trace.md for what is written differently.
 */
let distributed = false;

export function isDistributed(): boolean {
  return distributed;
}

export function setDistributed(value: boolean): void {
  distributed = value;
}
