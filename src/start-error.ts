import { ConfigurationError } from './config/env.js';
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres-error.js';

const UNREACHABLE =
  'The database cannot be reached. Correct SPANDREL_DATABASE_URL, or the network.';

/** Errors of the system and of PostgreSQL that a person can act on, by their code. */
const ADVICE: Record<string, string> = {
  EADDRINUSE:
    'Another program listens there. Stop it, or set SPANDREL_PORT, SPANDREL_GRPC_PORT or ' +
    'SPANDREL_PROMETHEUS_PORT.',
  EACCES: 'This user may not listen there. Choose a port above 1023 with SPANDREL_PORT.',
  EADDRNOTAVAIL: 'This machine has no such address. Set SPANDREL_HOST to one that it has.',
  ECONNREFUSED: 'No database answers there. Start it, or correct SPANDREL_DATABASE_URL.',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ENOTFOUND: 'That host is not known. Correct SPANDREL_DATABASE_URL.',
  '28P01': 'The database refuses the password. Correct SPANDREL_DATABASE_URL.',
  '28000': 'The database refuses the role. Correct SPANDREL_DATABASE_URL.',
  '3D000': 'Create the database, or name another one in SPANDREL_DATABASE_URL.',
  '42501':
    'The role needs USAGE and CREATE on the schema to make its tables, or CREATE on the database ' +
    'to make the schema that SPANDREL_DATABASE_SCHEMA names.',
};

/** What went wrong and what to do; a stack only for what nobody foresaw. */
export function describeStartError(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof EmbeddedPostgresError) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const advice = ADVICE[code];
  return advice ? `${error.message || code}\n${advice}` : String(error.stack);
}

/** The gRPC server tells the system's code in its message only. */
function codeOf(error: Error): string {
  if ('code' in error) return String(error.code);
  return /\bE[A-Z]{5,}\b/.exec(error.message)?.[0] ?? '';
}
