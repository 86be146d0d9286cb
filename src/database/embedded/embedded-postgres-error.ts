/**
 * The embedded PostgreSQL could not be set up, started or stopped. The message tells the operator
 * what happened and what to do about it.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Another process is using the data directory. */
export class DataDirectoryInUseError extends EmbeddedPostgresError {}
