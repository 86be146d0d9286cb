import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Identity } from '../../common/access/access.js';
import type { DatasetUpload, UploadOutcome } from './dataset-upload.js';
import { encodeRows } from './encode-rows.js';
import { isThere } from './held-dataset.queries.js';
import { checkRows, mergeRows, nameIsTaken } from './merge-rows.js';
import { readAhead, stageRows } from './stage-rows.js';
import { assertName, StagedRows } from './staged-row.js';
import { UploadQueueService } from './upload-queue.service.js';
import { inWriteTransaction, withRetries } from './write-transaction.js';
import { STREAMING_POOL, WRITING_POOL } from './writing-pool.js';

/** Merges uploads into datasets: matches what is there, and writes the differences as one version. */
@Injectable()
export class DatasetUploadsService {
  constructor(
    @Inject(WRITING_POOL) private readonly pool: pg.Pool,
    @Inject(STREAMING_POOL) private readonly streamingPool: pg.Pool,
    private readonly queue: UploadQueueService,
  ) {}

  /**
   * Stores an upload at once, in one transaction.
   * @throws ConflictError when it is to create a dataset that is there.
   * @throws UnprocessableError when examples have the same id, or a global id names none here.
   */
  async store(upload: DatasetUpload, caller: Identity): Promise<UploadOutcome> {
    assertName(upload.name, 'The name of the dataset');
    const rows = new StagedRows(upload.examples);
    const ahead = await readAhead(encodeRows(rows));
    // A sender who is slow keeps nobody waiting but others who send much.
    const pool = ahead.isWhole ? this.pool : this.streamingPool;
    try {
      return await inWriteTransaction(pool, async (client) => {
        if (upload.action === 'create' && (await isThere(client, upload.name))) {
          throw nameIsTaken(upload.name);
        }
        await stageRows(client, ahead);
        await checkRows(client, 'staged_rows', rows.place);
        const staged = { ...upload, userId: caller.userId };
        return withRetries(client, () => mergeRows(client, staged, 'staged_rows', rows.place));
      });
    } finally {
      await ahead.close();
    }
  }

  /**
   * Keeps an upload durably, to be merged later.
   * @returns the row id of the upload.
   * @throws UnprocessableError when examples have the same id.
   * @throws TooManyRequestsError when too many are waiting.
   */
  async enqueue(upload: DatasetUpload, caller: Identity): Promise<number> {
    assertName(upload.name, 'The name of the dataset');
    await this.queue.assertRoom();
    const rows = new StagedRows(upload.examples);
    const ahead = await readAhead(encodeRows(rows));
    try {
      return await this.queue.add({ ...upload, userId: caller.userId }, rows, ahead);
    } finally {
      await ahead.close();
    }
  }
}
