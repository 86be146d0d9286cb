import { Inject, Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { DATASET_TYPE } from '../dataset.entity.js';
import { DatasetsService } from '../datasets.service.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import { DatasetExamplesService } from '../examples/dataset-examples.service.js';

/** Finds pages by author-chosen ids, for programs that know no other ids. */
@Injectable()
export class DatasetRedirectsService {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'rootPath'>,
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
  ) {}

  /**
   * Returns the path of the page that shows an example.
   * @param datasetIdentifier global ID or name.
   * @throws NotFoundError if the dataset does not exist or has no live example with this id.
   */
  async findExamplePath(datasetIdentifier: string, externalId: string): Promise<string> {
    const dataset = await this.datasets.resolve(datasetIdentifier);
    const example = await this.examples.findByExternalId(dataset.id, externalId);
    if (!example) {
      throw new NotFoundError(`Example "${externalId}" not found in dataset "${dataset.name}".`);
    }
    const ids = [
      toGlobalId(DATASET_TYPE, dataset.id),
      toGlobalId(DATASET_EXAMPLE_TYPE, example.id),
    ];
    const [datasetId, exampleId] = ids.map(encodeURIComponent);
    return `${this.env.rootPath}/datasets/${datasetId}/examples/${exampleId}`;
  }
}
