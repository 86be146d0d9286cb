import { Injectable } from '@nestjs/common';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { DatasetsService } from '../datasets.service.js';
import { DatasetSplitsService } from '../splits/dataset-splits.service.js';
import { DatasetVersionsService } from '../versions/dataset-versions.service.js';
import { DATASET_EXAMPLE_TYPE } from './dataset-example.entity.js';
import {
  type ExamplePayload,
  ExamplePayloadsQueries,
  type PayloadSelection,
} from './example-payloads.queries.js';

export type { ExamplePayload } from './example-payloads.queries.js';

/** All examples of a dataset at a version, ready to be read. */
export interface VersionContent {
  versionId: number;
  /** Names of the splits that limit the examples; empty for all examples. */
  splitNames: string[];
  batches: AsyncIterable<ExamplePayload[]>;
}

/** Reads the contents of whole datasets, however large they are. */
@Injectable()
export class ExamplePayloadsService {
  constructor(
    private readonly queries: ExamplePayloadsQueries,
    private readonly datasets: DatasetsService,
    private readonly versions: DatasetVersionsService,
    private readonly splits: DatasetSplitsService,
  ) {}

  /**
   * Prepares to read a version of a dataset.
   * @param versionId null for the newest version.
   * @param splits names or global IDs of splits; an empty list selects all examples.
   * @throws NotFoundError for an unknown dataset, version or split, and a dataset without versions;
   * UnprocessableError for a blank split.
   */
  async open(
    datasetId: number,
    versionId: number | null,
    splits: readonly string[],
  ): Promise<VersionContent> {
    const dataset = await this.datasets.get(datasetId);
    const version = await this.versions.get(dataset.id, versionId);
    const selected = await this.splits.resolve(splits);
    return {
      versionId: version.id,
      splitNames: selected.map(({ name }) => name),
      batches: this.read({
        datasetId: dataset.id,
        versionId: version.id,
        splitIds: selected.length === 0 ? null : selected.map(({ id }) => id),
        withSplits: false,
      }),
    };
  }

  /**
   * Reads a version by row ID, in batches below a megabyte. Versions never change, so a slow client
   * needs no open transaction or connection. Only the splits are current, as of when their batch is
   * read.
   * @throws NotFoundError if the dataset is deleted before the end.
   */
  async *read(selection: PayloadSelection): AsyncGenerator<ExamplePayload[]> {
    let batch = await this.queries.batch(selection, 0);
    while (batch.length > 0) {
      // The database reads the next batch while this one is written.
      const next = this.queries.batch(selection, batch.at(-1)!.id);
      next.catch(() => undefined);
      yield batch;
      batch = await next;
    }
    await this.datasets.get(selection.datasetId);
  }
}

/**
 * Returns the id of an example for exports: the one that its author chose, or else its global ID.
 */
export function getExampleId({
  id,
  externalId,
}: Pick<ExamplePayload, 'id' | 'externalId'>): string {
  return externalId || toGlobalId(DATASET_EXAMPLE_TYPE, id);
}
