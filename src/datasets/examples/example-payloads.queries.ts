import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { ExamplePayload } from './example-payload.js';
import { pageOf } from './example-source.js';

/** Examples that are read in one query at most. */
const BATCH_ROWS = 500;

/** Bytes of payload, as stored, after which a batch ends. */
const BATCH_BYTES = 512 * 1024;

/** Which examples are read: all that a version held, or those in any of the splits now. */
export interface PayloadSelection {
  datasetId: number;
  versionId: number;
  splitIds: readonly number[] | null;
  /** Whether the splits of each are read, too. */
  withSplits: boolean;
}

const COLUMNS = `e.id, e.external_id, e.trace_id, e.span_id, r.input, r.output, r.metadata,
  r.created_at,
  pg_column_size(r.input) + pg_column_size(r.output) + pg_column_size(r.metadata) AS bytes`;

const SPLITS = `ARRAY(
  SELECT n.name FROM dataset_split_examples m JOIN dataset_splits n ON n.id = m.split_id
   WHERE m.example_id = p.id ORDER BY n.name COLLATE "C")`;

/** SQL that reads whole datasets. */
@Injectable()
export class ExamplePayloadsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The next examples behind the example `after`, by row id: as many as make a handy batch, and at
   * least one as long as there are any.
   */
  batch(selection: PayloadSelection, after: number): Promise<ExamplePayload[]> {
    const { datasetId, versionId, splitIds, withSplits } = selection;
    const where = new SqlWhere();
    const filter = { versionId, splitIds, ids: null, text: null };
    const dataset = where.bind(datasetId);
    const next = { after, before: null, limit: BATCH_ROWS, isBackward: false };
    const page = pageOf(dataset, COLUMNS, filter, next, where);
    return this.dataSource.query(
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
