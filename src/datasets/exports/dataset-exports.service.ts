import { Injectable } from '@nestjs/common';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { DATASET_TYPE } from '../dataset.entity.js';
import { DatasetsService } from '../datasets.service.js';
import {
  type ExamplePayload,
  ExamplePayloadsService,
} from '../examples/example-payloads.service.js';
import { DatasetVersionsService } from '../versions/dataset-versions.service.js';

/** A dataset that is ready to download. */
export interface DatasetExport {
  name: string;
  /** Reads the examples. Each call reads the same ones. */
  read(): AsyncIterable<ExamplePayload[]>;
}

/** Opens datasets for download. */
@Injectable()
export class DatasetExportsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly versions: DatasetVersionsService,
    private readonly payloads: ExamplePayloadsService,
  ) {}

  /**
   * Opens a version of a dataset. The export is empty if the dataset does not have that version.
   * @param versionId null for the newest version.
   * @throws UnprocessableError for an unknown dataset, as the contract says.
   */
  async open(datasetId: number, versionId: number | null): Promise<DatasetExport> {
    const [dataset] = await this.datasets.findByIds([datasetId]);
    if (!dataset) {
      const globalId = toGlobalId(DATASET_TYPE, datasetId);
      throw new UnprocessableError(`No dataset with id ${globalId} can be found.`);
    }
    const version =
      versionId === null
        ? await this.versions.findNewest(datasetId)
        : await this.versions.find(datasetId, versionId);
    const selection = { datasetId, versionId: version?.id ?? 0, splitIds: null, withSplits: true };
    return {
      name: dataset.name,
      read: () => (version ? this.payloads.read(selection) : readNothing()),
    };
  }
}

async function* readNothing(): AsyncGenerator<never> {}
