const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const QUERY_CANCELED = '57014';

/** Whether PostgreSQL ended a transaction only for the sake of another one; trying again helps. */
export function isTransient(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === DEADLOCK || code === SERIALIZATION_FAILURE;
}

/** Whether a row was refused because another one has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION;
}

/** Name of the constraint that refused a row, such as `users_email_key`. */
export function violatedConstraint(error: unknown): string | undefined {
  const names = typeof error === 'object' && error !== null && 'constraint' in error;
  return names && typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** Whether a row names another one that does not exist, or no longer. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === FOREIGN_KEY_VIOLATION;
}

/** Whether a statement was ended because it took too long. */
export function isCanceled(error: unknown): boolean {
  return sqlStateOf(error) === QUERY_CANCELED;
}

/** Connection exceptions, a server that starts or stops, and no connection left (PostgreSQL, appendix A). */
const UNREACHABLE_STATE = /^(08...|57P0[123]|53300)$/;
const UNREACHABLE_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** `pg` gives no code to connections that end or time out under it. */
const UNREACHABLE_MESSAGE = /^(Connection terminated|timeout exceeded when trying to connect)/;

/** Whether the database could not be talked to, so that the same may work later. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlStateOf(error) ?? '';
  return (
    UNREACHABLE_STATE.test(code) ||
    UNREACHABLE_SOCKET.has(code) ||
    UNREACHABLE_MESSAGE.test(error.message)
  );
}

/** No memory, no space, too many connections; cancelled or shut down; trouble with files. */
const PASSING_STATE = /^(53|57|58)/;

/** Whether the same may work later without anything being changed. */
export function mayPass(error: unknown): boolean {
  return isTransient(error) || isUnreachable(error) || PASSING_STATE.test(sqlStateOf(error) ?? '');
}

/** The SQLSTATE, or the code of the system, that `pg` and TypeORM put on their errors. */
function sqlStateOf(error: unknown): string | undefined {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : undefined;
}
