import { Injectable } from '@nestjs/common';
import { UnprocessableError } from '../../common/errors/errors.js';
import { rowIdInPath } from '../../common/ids/global-id.js';
import { DatasetsService } from '../datasets.service.js';
import type { ExamplePayload } from '../examples/example-payload.js';
import { ExamplePayloadsService } from '../examples/example-payloads.service.js';
import { DatasetVersionsService } from '../versions/dataset-versions.service.js';

/** A dataset that is about to be downloaded. */
export interface DatasetExport {
  /** Name of the dataset. */
  name: string;
  /** Reads the examples; the same ones each time. */
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
   * The examples of a version, the newest unless given; none at a version that the dataset lacks.
   * @throws UnprocessableError for ids of anything else, and an unknown dataset.
   */
  async open(datasetGlobalId: string, versionGlobalId?: string): Promise<DatasetExport> {
    const datasetId = rowIdInPath(datasetGlobalId, 'Dataset', 'UNPROCESSABLE');
    const versionId = versionGlobalId
      ? rowIdInPath(versionGlobalId, 'DatasetVersion', 'UNPROCESSABLE')
      : null;
    const [dataset] = await this.datasets.findByIds([datasetId]);
    if (!dataset) {
      throw new UnprocessableError(`No dataset with id ${datasetGlobalId} can be found.`);
    }
    const version =
      versionId === null
        ? (await this.versions.newestOf([datasetId]))[0]
        : await this.versions.findIn(datasetId, versionId);
    return {
      name: dataset.name,
      read: () => (version ? this.payloadsOf(datasetId, version.id) : nothing()),
    };
  }

  private payloadsOf(datasetId: number, versionId: number): AsyncIterable<ExamplePayload[]> {
    return this.payloads.batches({ datasetId, versionId, splitIds: null, withSplits: true });
  }
}

async function* nothing(): AsyncGenerator<never> {}
