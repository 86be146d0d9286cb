import { Injectable } from '@nestjs/common';
import { parseCursor, rowIdInPath } from '../../common/ids/global-id.js';
import { type RunPayload, RunPayloadsQueries } from './run-payloads.queries.js';

/** Reads the runs of an experiment for a program. */
@Injectable()
export class RunListsService {
  constructor(private readonly queries: RunPayloadsQueries) {}

  /**
   * The runs of an experiment, newest first, in batches of about a megabyte; none of an unknown one.
   * @param cursor global id of the run that opens the page.
   * @returns the batches; they end with the row id of the run that opens the following page.
   * @throws UnprocessableError for texts that are no global ids, NotFoundError for the id of something
   * else than an experiment.
   */
  open(
    experimentGlobalId: string,
    cursor: string | undefined,
    limit: number | undefined,
  ): AsyncGenerator<RunPayload[], number | null> {
    const experimentId = rowIdInPath(experimentGlobalId, 'Experiment', 'NOT_FOUND');
    const from = parseCursor(cursor) ?? Number.MAX_SAFE_INTEGER;
    return this.batches(experimentId, from, limit ?? Infinity);
  }

  private async *batches(
    experimentId: number,
    first: number,
    limit: number,
  ): AsyncGenerator<RunPayload[], number | null> {
    let [from, left] = [first, limit];
    for (;;) {
      const batch = await this.queries.batch(experimentId, from, left + 1);
      yield batch.slice(0, left);
      const next = batch[left];
      if (next) return next.id;
      const last = batch.at(-1);
      if (!last) return null;
      from = last.id - 1;
      left -= batch.length;
    }
  }
}
