import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import { ExampleChangesService } from './example-changes.service.js';

/** An example that was made from a span. */
export interface ExampleOfTrace {
  /** Row ID. */
  id: number;
  /** Global ID. */
  globalId: string;
  dataset: string;
  datasetId: number;
  traceId: string;
  spanId: string;
  /** Whether the newest version of its dataset has it. */
  isLive: boolean;
}

/** Finds and erases the examples that were made from spans. */
@Injectable()
export class ExampleErasureService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly changes: ExampleChangesService,
  ) {}

  /** Lists the examples that were made from spans of traces, also those that only old versions have. */
  async list(traceIds: readonly string[]): Promise<ExampleOfTrace[]> {
    const rows = await this.database.query<Omit<ExampleOfTrace, 'globalId'>[]>(
      `SELECT e.id, d.name AS dataset, d.id AS "datasetId", e.trace_id AS "traceId",
              e.span_id AS "spanId", e.is_live AS "isLive"
         FROM dataset_examples e JOIN datasets d ON d.id = e.dataset_id
        WHERE e.trace_id = ANY($1) AND e.span_id IS NOT NULL ORDER BY e.id`,
      [traceIds],
    );
    return rows.map((row) => ({ ...row, globalId: toGlobalId(DATASET_EXAMPLE_TYPE, row.id) }));
  }

  /**
   * Deletes examples in a new version of their datasets, and empties them in all versions, because deletion
   * alone would leave their contents in older ones.
   */
  async erase(examples: readonly ExampleOfTrace[], caller: Identity): Promise<void> {
    const live = examples.filter(({ isLive }) => isLive);
    for (const [datasetId, ofDataset] of Map.groupBy(live, (example) => example.datasetId)) {
      const ids = ofDataset.map(({ id }) => id);
      await this.changes.delete(ids, datasetId, {}, caller);
    }
    const ids = examples.map(({ id }) => id);
    await this.database.inTransaction(async (tx) => {
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
    });
  }
}
