import type { Sql } from './factories/insert.js';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const DEADLOCK_DETECTED = '40P01';
export const LOCK_NOT_AVAILABLE = '55P03';

const TABLES = [
  'changed_quarters',
  'quarter_rollups',
  'day_rollups',
  'model_rollups',
  'token_rollups',
  'unpriced_rollups',
  'day_latencies',
  'evaluation_rules',
  'unevaluated_spans',
  'sampling_policies',
  'undecided_spans',
  'sampling_quarters',
  'dropped_minutes',
  'dropped_models',
  'dropped_tokens',
  'dropped_traces',
  'dropped_unpriced',
  'unindexed_spans',
  'unpriced_spans',
  'span_blocks',
  'spans',
  'span_payloads',
  'traces',
  'project_sessions',
  'ingestion_errors',
  'exporters',
  'log_records',
  'metric_points',
  'unjoined_events',
  'waiting_annotations',
  'datasets',
  'dataset_splits',
  'dataset_labels',
  'dataset_uploads',
];

const FILLED = TABLES.map(
  (table) => `SELECT '${table}' AS name WHERE EXISTS (SELECT 1 FROM ${table})`,
).join(' UNION ALL ');

/**
 * Restores the freshly migrated state, except for ID sequences, so that all tests in a file can use
 * one server. Retries if a job left over from the last test causes a deadlock.
 */
export async function emptyDatabase(database: Sql): Promise<void> {
  for (;;) {
    try {
      await deleteEverything(database);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED) throw error;
    }
  }
}

async function deleteEverything(database: Sql): Promise<void> {
  const filled = await database.sql<{ name: string }>(FILLED);
  // TRUNCATE creates new files for every table and index, which takes longer than a few rows. Each
  // statement is a transaction, so that background work rarely waits for one.
  for (const table of TABLES) {
    if (filled.some(({ name }) => name === table)) await database.sql(`DELETE FROM ${table}`);
  }
  await database.sql('DELETE FROM annotation_queues');
  await database.sql("DELETE FROM annotation_configs WHERE name <> 'user_feedback'");
  await database.sql('DELETE FROM project_annotation_configs');
  await database.sql("DELETE FROM evaluators WHERE kind <> 'BUILTIN'");
  await database.sql("DELETE FROM projects WHERE name <> 'default'");
  await database.sql("UPDATE projects SET description = 'Default project'");
}
