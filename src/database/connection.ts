import type pg from 'pg';
import { pgTypes } from './pg-types.js';

export interface ConnectionSettings {
  url: string;
  /** The schema with the tables; undefined: the role's default (`public`). */
  schema: string | undefined;
}

/**
 * Returns the options of all `pg` connections: TLS with libpq's meaning of `sslmode` (`require`
 * encrypts without verification, `verify-full` also checks the host), UTC, the schema, and lossless
 * type parsers.
 */
export function connectionOptions({ url, schema }: ConnectionSettings): pg.ClientConfig {
  const options = ['-c TimeZone=UTC'];
  if (schema) options.push(`-c search_path=${schema}`);
  return {
    connectionString: withLibpqSsl(url),
    options: options.join(' '),
    types: pgTypes,
    application_name: 'spandrel',
  };
}

function withLibpqSsl(url: string): string {
  const parsed = new URL(url);
  if (parsed.searchParams.has('sslmode') && !parsed.searchParams.has('uselibpqcompat')) {
    parsed.searchParams.set('uselibpqcompat', 'true');
  }
  return parsed.toString();
}
