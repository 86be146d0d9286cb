import type pg from 'pg';
import { pgTypes } from './pg-types.js';

export interface ConnectionSettings {
  url: string;
  /** Tables live in this schema; absent: the role's default (`public`). */
  schema: string | undefined;
}

/**
 * What every `pg` connection of the server shares: TLS as libpq understands `sslmode`
 * (`require` encrypts without verification, `verify-full` also checks the host), UTC, the schema,
 * and types read without loss.
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
