import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../../common/graphql/loaders.js';
import { DatasetVersionsQueries } from '../dataset-versions.queries.js';

/** Which of its dataset's versions a version is, counted from 1; by its row id. */
@Injectable()
export class VersionNumbersLoader implements BatchLoader<number, number> {
  constructor(private readonly queries: DatasetVersionsQueries) {}

  async batch(ids: readonly number[]): Promise<number[]> {
    const numbers = new Map(
      (await this.queries.numbers(ids)).map(({ id, number }) => [id, number]),
    );
    // A version that has since been deleted with its dataset has no number.
    return ids.map((id) => numbers.get(id) ?? 0);
  }
}
