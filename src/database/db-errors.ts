const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** Whether PostgreSQL ended a transaction only for the sake of another one; trying again helps. */
export function isTransient(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === DEADLOCK || code === SERIALIZATION_FAILURE;
}

/** Whether a row was refused because another one has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION;
}

/** Whether a row names another one that does not exist, or no longer. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === FOREIGN_KEY_VIOLATION;
}

/** The SQLSTATE that `pg` and TypeORM put on their errors. */
function sqlStateOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
