/** How the writer goes on after an error of the database. */
export type ErrorKind =
  /** Another transaction was in the way: the same again works. */
  | 'conflict'
  /** Something in the data cannot be stored, now or ever. */
  | 'data'
  /** The database cannot do it now: gone, starting, full, or something unforeseen. */
  | 'unavailable';

const CONFLICTS = new Set([
  '23505', // unique_violation: another server has just stored the same span
  '23503', // foreign_key_violation: the project has just been deleted
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
]);

/** Data exceptions, limits such as the size of an index row, and constraints of a single row. */
const DATA_ERROR = /^(22|54|23502|23514)/;

/** Judges an error that a query of the writer raised. */
export function kindOfError(error: unknown): ErrorKind {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'unavailable';
  if (CONFLICTS.has(code)) return 'conflict';
  return DATA_ERROR.test(code) ? 'data' : 'unavailable';
}
