import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../../common/graphql/loaders.js';
import { DatasetLabelsQueries } from '../dataset-labels.queries.js';

/** How many datasets bear a label, by its row id. */
@Injectable()
export class LabelUsageLoader implements BatchLoader<number, number> {
  constructor(private readonly queries: DatasetLabelsQueries) {}

  async batch(ids: readonly number[]): Promise<number[]> {
    const counts = new Map((await this.queries.usage(ids)).map((row) => [row.labelId, row.count]));
    return ids.map((id) => counts.get(id) ?? 0);
  }
}
