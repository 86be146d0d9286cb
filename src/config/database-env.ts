import { z } from 'zod';
import { ConfigurationError, databaseUrl, flag, text, wholeNumber } from './variables.js';

/** The variables of the database. */
export const databaseVariables = {
  SPANDREL_DATABASE_URL: databaseUrl.optional(),
  SPANDREL_DATABASE_READ_URL: databaseUrl.optional(),
  SPANDREL_DATABASE_SCHEMA: text('a schema name')
    .regex(/^[a-z_][a-z0-9_$]*$/, 'a lower-case PostgreSQL schema name, such as spandrel')
    .optional(),
  SPANDREL_POSTGRES_HOST: text('a host, with or without :port').optional(),
  SPANDREL_POSTGRES_PORT: wholeNumber(5432, 1, 65535),
  SPANDREL_POSTGRES_USER: text('a role name').optional(),
  SPANDREL_POSTGRES_PASSWORD: text('a password').optional(),
  SPANDREL_POSTGRES_DB: text('a database name').default('postgres'),
  SPANDREL_DATABASE_POOL_SIZE: wholeNumber(10, 2, 500),
  SPANDREL_DANGEROUSLY_DISABLE_MIGRATIONS: flag(false),
};

/** The connection to the database. */
export interface DatabaseEnv {
  /** Undefined: the server starts the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** A streaming replica of that database, for reads. */
  databaseReadUrl: string | undefined;
  databaseSchema: string | undefined;
  databasePoolSize: number;
  runMigrations: boolean;
}

type Variables = z.infer<z.ZodObject<typeof databaseVariables>>;

/** @throws ConfigurationError for a combination that does not work. */
export function readDatabase(v: Variables): DatabaseEnv {
  const url = v.SPANDREL_DATABASE_URL ?? urlFromParts(v);
  checkReplica(v, url);
  return {
    databaseUrl: url,
    databaseReadUrl: v.SPANDREL_DATABASE_READ_URL,
    databaseSchema: v.SPANDREL_DATABASE_SCHEMA,
    databasePoolSize: v.SPANDREL_DATABASE_POOL_SIZE,
    runMigrations: !v.SPANDREL_DANGEROUSLY_DISABLE_MIGRATIONS,
  };
}

/** The embedded database has no replicas. */
function checkReplica(v: Variables, url: string | undefined): void {
  if (!v.SPANDREL_DATABASE_READ_URL || url) return;
  throw new ConfigurationError(
    'SPANDREL_DATABASE_READ_URL is set, but SPANDREL_DATABASE_URL is not. Set it to the primary of this ' +
      'replica, or set neither to use the embedded database.',
  );
}

/** The URL built from `SPANDREL_POSTGRES_…`, which applies if the host and user are set. */
function urlFromParts(v: Variables): string | undefined {
  if (!v.SPANDREL_POSTGRES_HOST && !v.SPANDREL_POSTGRES_USER) return undefined;
  if (!v.SPANDREL_POSTGRES_HOST || !v.SPANDREL_POSTGRES_USER || !v.SPANDREL_POSTGRES_PASSWORD) {
    throw new ConfigurationError(
      'SPANDREL_POSTGRES_HOST, SPANDREL_POSTGRES_USER and SPANDREL_POSTGRES_PASSWORD must be set together. ' +
        'Set all three, set SPANDREL_DATABASE_URL instead, or set none of them to use the embedded database.',
    );
  }
  const address = /:\d+$/.test(v.SPANDREL_POSTGRES_HOST)
    ? v.SPANDREL_POSTGRES_HOST
    : `${v.SPANDREL_POSTGRES_HOST}:${v.SPANDREL_POSTGRES_PORT}`;
  const [user, password, database] = [
    v.SPANDREL_POSTGRES_USER,
    v.SPANDREL_POSTGRES_PASSWORD,
    v.SPANDREL_POSTGRES_DB,
  ].map(encodeURIComponent);
  return `postgresql://${user}:${password}@${address}/${database}`;
}
