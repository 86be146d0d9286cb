import { Injectable } from '@nestjs/common';
import { DatasetsService } from '../datasets.service.js';
import { DatasetSplitsService } from '../splits/dataset-splits.service.js';
import { DatasetVersionsService } from '../versions/dataset-versions.service.js';
import type { ExamplePayload } from './example-payload.js';
import { ExamplePayloadsService } from './example-payloads.service.js';

/** What a dataset holds at a version, about to be read. */
export interface ExampleReading {
  versionId: number;
  /** Names of the splits that were asked for. */
  splitNames: string[];
  batches: AsyncIterable<ExamplePayload[]>;
}

/** Reads all examples of a dataset for a program that names it. */
@Injectable()
export class ExampleReadingsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly versions: DatasetVersionsService,
    private readonly splits: DatasetSplitsService,
    private readonly payloads: ExamplePayloadsService,
  ) {}

  /**
   * @param splits names or global ids; none for all examples.
   * @throws UnprocessableError for texts that are no global ids and for an empty split,
   * NotFoundError for an unknown dataset, version or split, and a dataset without versions.
   */
  async open(
    datasetGlobalId: string,
    versionGlobalId: string | undefined,
    splits: readonly string[],
  ): Promise<ExampleReading> {
    const dataset = await this.datasets.get(datasetGlobalId);
    const version = await this.versions.get(dataset.id, versionGlobalId);
    const named = await this.splits.resolve(splits);
    const splitIds = named.length === 0 ? null : named.map((split) => split.id);
    const selection = { datasetId: dataset.id, versionId: version.id, splitIds };
    return {
      versionId: version.id,
      splitNames: named.map((split) => split.name),
      batches: this.payloads.batches({ ...selection, withSplits: false }),
    };
  }
}
