import { ListenError } from './kernel/http/listen-error.js';
import { ConfigurationError } from './config/env.js';
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres-error.js';
import { MigrationError, NewerDatabaseError } from './database/migration-error.js';

const FULL =
  'The disk is full. Make room on the disk of the data directory or of the database, then start again.';
const UNREACHABLE = 'The database cannot be reached. Check SPANDREL_DATABASE_URL and the network.';

/** Advice for system and PostgreSQL errors, by error code. */
const ADVICE: Record<string, string> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  '53100': FULL,
  ECONNREFUSED:
    'No database is listening at that address. Start it, or correct SPANDREL_DATABASE_URL.',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ENOTFOUND: 'The host is not known. Correct SPANDREL_DATABASE_URL.',
  '28P01': 'The database rejected the password. Correct SPANDREL_DATABASE_URL.',
  '28000': 'The database rejected the role. Correct SPANDREL_DATABASE_URL.',
  '3D000': 'Create the database, or set SPANDREL_DATABASE_URL to a different one.',
  '42501':
    'The role needs USAGE and CREATE on the schema to create its tables, or CREATE on the database ' +
    'to create the schema in SPANDREL_DATABASE_SCHEMA.',
};

/** Errors whose message says what to do. */
const EXPLAINED = [
  ConfigurationError,
  EmbeddedPostgresError,
  ListenError,
  MigrationError,
  NewerDatabaseError,
];

/** Returns what went wrong and what to do. Only unexpected errors include a stack. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (EXPLAINED.some((kind) => error instanceof kind)) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  const advice = ADVICE[code];
  return advice ? `${error.message || code}\n${advice}` : String(error.stack);
}
