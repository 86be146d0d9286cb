import { Injectable } from '@nestjs/common';
import { isStorable } from '../../common/validation/storable.js';
import type { DatasetExampleRow } from './dataset-example.entity.js';
import type { DatasetExampleRevisionRow } from './dataset-example-revision.entity.js';
import { DatasetExamplesQueries } from './dataset-examples.queries.js';

/** Finds examples and what they held, for REST and GraphQL. */
@Injectable()
export class DatasetExamplesService {
  constructor(private readonly queries: DatasetExamplesQueries) {}

  /** Live or not, in no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<DatasetExampleRow[]> {
    return this.queries.findByIds(ids);
  }

  /** The example that bears an id of its author in a dataset; null when there is none, or no longer. */
  async findByExternalId(datasetId: number, externalId: string): Promise<DatasetExampleRow | null> {
    if (!isStorable(externalId)) return null;
    const example = await this.queries.findByExternalId(datasetId, externalId);
    return example?.isLive ? example : null;
  }

  /** Revisions with their payloads, in no particular order; unknown ids are left out. */
  readRevisions(ids: readonly number[]): Promise<DatasetExampleRevisionRow[]> {
    return this.queries.readRevisions(ids);
  }
}
