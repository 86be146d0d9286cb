import type { Sql } from './factories/insert.js';

/** Leaves the database as a migrated one is, except for the ids: one server then serves a whole file. */
export async function emptyDatabase(database: Sql): Promise<void> {
  await database.sql('TRUNCATE spans, traces, project_sessions, ingestion_errors');
  for (const table of ['datasets', 'dataset_splits', 'dataset_labels', 'dataset_uploads']) {
    await database.sql(`DELETE FROM ${table}`);
  }
  await database.sql("DELETE FROM projects WHERE name <> 'default'");
  await database.sql("UPDATE projects SET description = 'Default project'");
}
