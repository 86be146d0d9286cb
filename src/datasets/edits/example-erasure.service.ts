import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import {
  emptyExamples,
  type ExampleOfTraceRow,
  listExamplesOf,
} from './edited-examples.queries.js';
import { ExampleChangesService } from './example-changes.service.js';

/** An example that was made from a span. */
export type ExampleOfTrace = ExampleOfTraceRow & { globalId: string };

/** Finds and erases the examples that were made from spans. */
@Injectable()
export class ExampleErasureService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly changes: ExampleChangesService,
  ) {}

  /** Lists the examples that were made from spans of traces, also those that only old versions have. */
  async list(traceIds: readonly string[]): Promise<ExampleOfTrace[]> {
    const rows = await listExamplesOf(this.database, traceIds);
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
    await this.database.inTransaction((tx) => emptyExamples(tx, ids));
  }
}
