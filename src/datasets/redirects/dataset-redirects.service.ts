import { Inject, Injectable } from '@nestjs/common';
import { NotFoundError } from '../../common/errors/errors.js';
import { toGlobalId } from '../../common/ids/global-id.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { DatasetsService } from '../datasets.service.js';
import { DatasetExamplesService } from '../examples/dataset-examples.service.js';

/** Addresses of pages, for programs that know only the ids of an author. */
@Injectable()
export class DatasetRedirectsService {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'rootPath'>,
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
  ) {}

  /**
   * @param datasetIdentifier global id or name.
   * @throws NotFoundError if the dataset does not exist or none of its examples has the ID now.
   */
  async toExample(datasetIdentifier: string, externalId: string): Promise<string> {
    const dataset = await this.datasets.resolve(datasetIdentifier);
    const example = await this.examples.findByExternalId(dataset.id, externalId);
    if (!example) {
      throw new NotFoundError(`The dataset "${dataset.name}" has no example "${externalId}".`);
    }
    const ids = [toGlobalId('Dataset', dataset.id), toGlobalId('DatasetExample', example.id)];
    const [datasetId, exampleId] = ids.map(encodeURIComponent);
    return `${this.env.rootPath}/datasets/${datasetId}/examples/${exampleId}`;
  }
}
