import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { pageQuery } from './example-selection.js';

/** Maximum examples in a batch. */
const BATCH_ROWS = 500;

/** Bytes of payload, as stored, after which a batch ends. */
const BATCH_BYTES = 512 * 1024;

/** The examples to read: all of a version, or only those that are in at least one of the splits now. */
export interface PayloadSelection {
  datasetId: number;
  versionId: number;
  splitIds: readonly number[] | null;
  /** Whether to read the splits of each example. */
  withSplits: boolean;
}

/** An example with its content as JSON text. */
export interface ExamplePayload {
  id: number;
  externalId: string | null;
  input: string;
  output: string;
  metadata: string;
  /** When the revision was written, as wire text. */
  revisedAt: string;
  /** Row ID of the span that the example was created from; null if it no longer exists. */
  spanRowId: number | null;
  spanId: string | null;
  /** Names of the splits that contain it now, sorted; empty unless requested. */
  splits: string[];
}

const COLUMNS = `e.id, e.external_id, e.trace_id, e.span_id, r.input, r.output, r.metadata,
  r.created_at,
  pg_column_size(r.input) + pg_column_size(r.output) + pg_column_size(r.metadata) AS bytes`;

const SPLITS = `ARRAY(
  SELECT n.name FROM dataset_split_examples m JOIN dataset_splits n ON n.id = m.split_id
   WHERE m.example_id = p.id ORDER BY n.name COLLATE "C")`;

/** SQL for the contents of whole datasets. */
@Injectable()
export class ExamplePayloadsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Reads the next batch after the example `after`, by row ID. Empty only at the end. */
  batch(selection: PayloadSelection, after: number): Promise<ExamplePayload[]> {
    const { datasetId, versionId, splitIds, withSplits } = selection;
    const where = new SqlWhere();
    const filter = { versionId, splitIds, ids: null, text: null };
    const dataset = where.bind(datasetId);
    const next = { after, before: null, limit: BATCH_ROWS, isBackward: false };
    const page = pageQuery(dataset, COLUMNS, filter, next, where);
    return this.reader.query(
      `WITH page AS (${page}),
       sized AS (SELECT page.*, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM page)
       SELECT p.id, p.external_id AS "externalId", p.input::text AS input,
              p.output::text AS output, p.metadata::text AS metadata,
              p.created_at AS "revisedAt", s.id AS "spanRowId", s.span_id AS "spanId",
              ${withSplits ? SPLITS : "'{}'::text[]"} AS splits
         FROM sized p
         LEFT JOIN spans s ON s.trace_id = p.trace_id AND s.span_id = p.span_id
        WHERE p.before < ${BATCH_BYTES}
        ORDER BY p.id`,
      where.parameters,
    );
  }
}
