import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../common/errors/errors.js';
import { DatasetsService } from '../datasets.service.js';
import type { ExamplePayload } from './example-payload.js';
import { ExamplePayloadsQueries, type PayloadSelection } from './example-payloads.queries.js';

/** Reads what whole datasets hold, however large they are. */
@Injectable()
export class ExamplePayloadsService {
  constructor(
    private readonly queries: ExamplePayloadsQueries,
    private readonly datasets: DatasetsService,
  ) {}

  /**
   * What a version held, by row id, in batches of less than a megabyte. A version never changes, so no
   * transaction has to stay open while a slow client reads, and no connection either. Only splits
   * are as they are when their batch is read.
   * @throws NotFoundError when the dataset is deleted before the end.
   */
  async *batches(selection: PayloadSelection): AsyncGenerator<ExamplePayload[]> {
    let batch = await this.queries.batch(selection, 0);
    while (batch.length > 0) {
      // The database reads on while this batch is written.
      const next = this.queries.batch(selection, batch.at(-1)!.id);
      next.catch(() => undefined);
      yield batch;
      batch = await next;
    }
    const [dataset] = await this.datasets.findByIds([selection.datasetId]);
    if (!dataset) throw new NotFoundError('The dataset has since been deleted.');
  }
}
