import pg from 'pg';
import { type ConnectionSettings, connectionOptions } from '../database/connection.js';

/** What PostgreSQL takes of a name, less what is added to this one. */
const MAX_LENGTH = 40;

/** Which schema holds the tables of jobs, and whether it is still to be made. */
export interface JobsSchema {
  name: string;
  isMissing: boolean;
}

/** Beside the schema of the other tables, and named after it. */
export function jobsSchema(databaseSchema: string | undefined): string {
  const name = (databaseSchema ?? 'public').replaceAll('$', '_').slice(0, MAX_LENGTH);
  return `${name}_jobs`;
}

/**
 * The schema beside that of the other tables, when it is there or can be made; else the schema of
 * the other tables, for roles that own nothing but that. PostgreSQL asks for the right to create
 * schemas even where `IF NOT EXISTS` would find one, so it is asked here instead.
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
