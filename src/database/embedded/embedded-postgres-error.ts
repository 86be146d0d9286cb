/**
 * The embedded PostgreSQL could not be set up, started or stopped. The message is meant for the
 * person who runs the server: it says what happened and what to do about it.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Another process has the data directory. */
export class DataDirectoryInUseError extends EmbeddedPostgresError {}
