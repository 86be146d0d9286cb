import { BadRequestError } from '../errors/errors.js';

/**
 * Whether the tables of traces may be distributed over several servers by Citus, which cannot run every
 * statement on them. Known once the server has found out what database it has; see
 * docs/adr/0061-distribution-by-trace.md for what is written differently.
 */
let distributed = false;

export function isDistributed(): boolean {
  return distributed;
}

/**
 * Refuses what needs rows of several servers at once.
 * @param what such as `Conditions on sessions`.
 * @throws BadRequestError if the tables may be distributed.
 */
export function requireOneServer(what: string): void {
  if (!distributed) return;
  throw new BadRequestError(
    `${what} are not available, because traces are distributed over several databases.`,
  );
}

export function setDistributed(value: boolean): void {
  distributed = value;
}
