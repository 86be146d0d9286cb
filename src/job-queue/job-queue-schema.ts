import pg from 'pg';
import { type ConnectionSettings, connectionOptions } from '../database/connection.js';

/** PostgreSQL's maximum length of names, minus the suffix. */
const MAX_LENGTH = 40;

/** The schema with the job tables, and whether it must be created first. */
export interface JobsSchema {
  name: string;
  isMissing: boolean;
}

/** The name of the job schema, derived from the schema of the other tables. */
export function jobsSchema(databaseSchema: string | undefined): string {
  const name = (databaseSchema ?? 'public').replaceAll('$', '_').slice(0, MAX_LENGTH);
  return `${name}_jobs`;
}

/**
 * Finds the schema for jobs: a separate one if it exists or can be created, otherwise the schema of the
 * other tables, for roles that own only that. PostgreSQL requires the privilege to create schemas even
 * if `IF NOT EXISTS` finds one, so this checks first.
 */
export async function findJobsSchema(settings: ConnectionSettings): Promise<JobsSchema> {
  const beside = jobsSchema(settings.schema);
  const client = new pg.Client(connectionOptions(settings));
  await client.connect();
  try {
    const { rows } = await client.query<{ isThere: boolean; mayCreate: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_namespace
                      WHERE nspname = $1 AND has_schema_privilege(oid, 'USAGE')) AS "isThere",
              has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`,
      [beside],
    );
    const { isThere, mayCreate } = rows[0]!;
    if (isThere || mayCreate) return { name: beside, isMissing: !isThere };
    return { name: settings.schema ?? 'public', isMissing: false };
  } finally {
    await client.end();
  }
}
