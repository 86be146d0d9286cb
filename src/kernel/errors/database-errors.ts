import { ForbiddenError, UnavailableError, UnprocessableError } from './errors.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const CHECK_OPTION_VIOLATION = '44000';
const QUERY_CANCELED = '57014';
const PROGRAM_LIMIT_EXCEEDED = '54000';

/**
 * Returns whether PostgreSQL aborted a transaction only because of another one, so that a retry can
 * succeed.
 */
export function isTransient(error: unknown): boolean {
  const code = getSqlState(error);
  return code === DEADLOCK || code === SERIALIZATION_FAILURE;
}

/** Returns whether a row was rejected because another row has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return getSqlState(error) === UNIQUE_VIOLATION;
}

/** Name of the constraint that rejected a row, such as `users_email_key`. */
export function findViolatedConstraint(error: unknown): string | undefined {
  const names = typeof error === 'object' && error !== null && 'constraint' in error;
  return names && typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** Returns whether a row refers to another row that does not exist, or no longer exists. */
export function isForeignKeyViolation(error: unknown): boolean {
  return getSqlState(error) === FOREIGN_KEY_VIOLATION;
}

/** Returns whether a value is too large for its index. */
export function isTooLargeForIndex(error: unknown): boolean {
  return getSqlState(error) === PROGRAM_LIMIT_EXCEEDED;
}

/** Returns whether a statement timed out. */
export function isCanceled(error: unknown): boolean {
  return getSqlState(error) === QUERY_CANCELED;
}

/**
 * Connection exceptions, a server that is starting or stopping, and no free connection (PostgreSQL,
 * appendix A).
 */
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
/** Messages of errors to which `pg` gives no code: a connection that ends or times out. */
const UNREACHABLE_MESSAGE = /^(Connection terminated|timeout exceeded when trying to connect)/;

/** Returns whether the database could not be reached, so the same query may work later. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = getSqlState(error) ?? '';
  return (
    UNREACHABLE_STATE.test(code) ||
    UNREACHABLE_SOCKET.has(code) ||
    UNREACHABLE_MESSAGE.test(error.message)
  );
}

const RETRY_AFTER_SECONDS = 2;

/** Returns whether a row was not written because it belongs to a project that the writer cannot reach. */
export function isOutOfReach(error: unknown): boolean {
  return getSqlState(error) === CHECK_OPTION_VIOLATION;
}

/**
 * Whether the database refused a query for a reason that passes: it lacks disk space, memory or connections, is stopping,
 * cannot read a file, is a standby that is about to take over, or others hold what the query needs. Not for a query that
 * took too long, because it may do so again.
 */
const BUSY_STATE = /^(40001|40P01|53...|55P03|57P0[1-5]|58...|25006)$/;

/** Messages of errors that queries get after the pools were closed, because the server stops. */
const STOPPED_MESSAGE = /^(Cannot use a pool after calling end|Driver not Connected)/;

/** Returns whether a query failed only because the database is busy, or this server stops. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return BUSY_STATE.test(getSqlState(error) ?? '') || STOPPED_MESSAGE.test(error.message);
}

/** NUL in a text, and in JSON. */
const UNSTORABLE_STATE = /^(22021|22P05)$/;

/** Returns whether a query got a text that PostgreSQL has no way to write: one with NUL. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE_STATE.test(getSqlState(error) ?? '');
}

/**
 * Returns an error as clients should see it: "try again later" if the database cannot be reached or is busy, and
 * what they may not write.
 */
export function toDomainError(error: unknown): unknown {
  if (isOutOfReach(error)) return new ForbiddenError('You cannot change that project.');
  if (isUnreachable(error))
    return new UnavailableError('database unreachable', RETRY_AFTER_SECONDS);
  if (isUnstorable(error)) return new UnprocessableError('Text cannot contain NUL characters.');
  if (!isBusy(error)) return error;
  return new UnavailableError('The database is busy. Try again later.', RETRY_AFTER_SECONDS);
}

/** Out of memory, disk space or connections; canceled or shut down; file errors. */
const PASSING_STATE = /^(53|57|58)/;

/** Returns whether the same query may work later without changes. */
export function mayPass(error: unknown): boolean {
  return isTransient(error) || isUnreachable(error) || PASSING_STATE.test(getSqlState(error) ?? '');
}

/** The SQLSTATE or system error code that `pg` and TypeORM set on their errors. */
export function getSqlState(error: unknown): string | undefined {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : undefined;
}
