import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import type { DatabaseWriter } from '../../database/database-writer.js';
import type { ExampleContent } from '../merging/content-hash.js';

/** Reads the content of examples of a dataset that are not deleted. */
export async function readContents(
  client: pg.ClientBase,
  datasetId: number,
  ids: readonly number[],
): Promise<(ExampleContent & { id: number })[]> {
  const { rows } = await client.query<ExampleContent & { id: number }>(
    `SELECT e.id, r.input, r.output, r.metadata
       FROM dataset_examples e
       JOIN dataset_example_revisions r ON r.id = e.revision_id
      WHERE e.id = ANY($2) AND e.dataset_id = $1 AND e.is_live`,
    [datasetId, ids],
  );
  return rows;
}

/** An example that was made from a span. */
export interface ExampleOfTraceRow {
  /** Row ID. */
  id: number;
  dataset: string;
  datasetId: number;
  traceId: string;
  spanId: string;
  /** Whether the newest version of its dataset has it. */
  isLive: boolean;
}

/** Lists the examples that were made from spans of traces, also those that only old versions have. */
export function listExamplesOf(
  database: DatabaseWriter,
  traceIds: readonly string[],
): Promise<ExampleOfTraceRow[]> {
  return database.query(
    `SELECT e.id, d.name AS dataset, d.id AS "datasetId", e.trace_id AS "traceId",
            e.span_id AS "spanId", e.is_live AS "isLive"
       FROM dataset_examples e JOIN datasets d ON d.id = e.dataset_id
      WHERE e.trace_id = ANY($1) AND e.span_id IS NOT NULL ORDER BY e.id`,
    [traceIds],
  );
}

/** Empties examples in all versions. */
export async function emptyExamples(tx: EntityManager, ids: readonly number[]): Promise<void> {
  await tx.query(
    `UPDATE dataset_example_revisions SET input = '{}', output = '{}', metadata = '{}'
      WHERE example_id = ANY($1)`,
    [ids],
  );
  await tx.query(
    `UPDATE dataset_examples SET content_hash = NULL, trace_id = NULL, span_id = NULL
      WHERE id = ANY($1)`,
    [ids],
  );
}
