import { Inject, Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { DomainError, TooManyRequestsError } from '../../common/errors/errors.js';
import { ADVISORY_LOCKS } from '../../database/advisory-locks.js';
import { mayPass } from '../../database/db-errors.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { checkRows, mergeRows, type StagedUpload } from './merge-rows.js';
import {
  countWaiting,
  failUpload,
  finishUpload,
  forgetFinished,
  holdUpload,
  keepUpload,
  startNext,
} from './queued-uploads.queries.js';
import { type RowsAhead, stageRows } from './stage-rows.js';
import type { StagedRows } from './staged-row.js';
import { inWriteTransaction, withRetries } from './write-transaction.js';
import { STREAMING_POOL, WRITING_POOL } from './writing-pool.js';

/** Name of the queue; its jobs say no more than that there is something to merge. */
const QUEUE = 'dataset-uploads';

/** Uploads that wait, at most. */
const CAPACITY = 1_000;
const RETRY_AFTER_SECONDS = 10;

/** What has become of an upload is told for so long. */
const KEPT_DAYS = 30;

/** When a dead server still holds an upload in the database, it is looked for again then. */
const LOOK_AGAIN_SECONDS = 5;

/**
 * Keeps uploads in the database and merges them one after the other; every server does. An upload
 * is merged and marked as done in one transaction, so that it happens once, whatever is killed when
 * (docs/adr/0016-merging-uploads-in-sql.md).
 */
@Injectable()
export class UploadQueueService {
  private readonly logger = new Logger('datasets');

  constructor(
    @Inject(WRITING_POOL) private readonly pool: pg.Pool,
    @Inject(STREAMING_POOL) private readonly streamingPool: pg.Pool,
    private readonly jobs: JobsService,
  ) {
    jobs.work(QUEUE, (signal) => this.mergeWaiting(signal));
  }

  /**
   * Refuses early, before anything is read.
   * @throws TooManyRequestsError when too many are waiting.
   */
  async assertRoom(): Promise<void> {
    const client = await this.pool.connect();
    try {
      refuseMoreThan(CAPACITY - 1, await countWaiting(client));
    } finally {
      client.release();
    }
  }

  /**
   * Keeps an upload and its rows.
   * @returns its row id.
   * @throws UnprocessableError when rows have the same id.
   * @throws TooManyRequestsError when too many are waiting.
   */
  async add(upload: StagedUpload, rows: StagedRows, ahead: RowsAhead): Promise<number> {
    const pool = ahead.isWhole ? this.pool : this.streamingPool;
    const id = await inWriteTransaction(pool, async (client) => {
      const rowCount = await stageRows(client, ahead);
      await checkRows(client, 'staged_rows', rows.place);
      const kept = await keepUpload(client, upload, rowCount);
      await forgetFinished(client, KEPT_DAYS);
      await this.jobs.send(QUEUE, client);
      // Those who come at the same moment count each other; until the commit, which is all there is left.
      await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.datasetUploads]);
      refuseMoreThan(CAPACITY, await countWaiting(client));
      return kept;
    });
    this.jobs.wake(QUEUE);
    return id;
  }

  /** Merges what waits and what nobody else is merging. */
  private async mergeWaiting(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const id = await this.withClient(startNext);
      if (id === null) break;
      await this.merge(id, signal);
    }
    if ((await this.withClient(countWaiting)) > 0) {
      await this.jobs.sendLater(QUEUE, LOOK_AGAIN_SECONDS);
    }
  }

  private async merge(id: number, signal: AbortSignal): Promise<void> {
    try {
      await inWriteTransaction(this.pool, async (client) => {
        const upload = await holdUpload(client, id);
        if (!upload) return;
        const forget = await this.interruptOn(signal, client);
        try {
          const source = { uploadId: id };
          await checkRows(client, source, 'row');
          const outcome = await withRetries(client, () => mergeRows(client, upload, source, 'row'));
          await finishUpload(client, id, outcome);
        } finally {
          forget();
        }
      });
    } catch (error) {
      if (signal.aborted || mayPass(error)) throw error;
      await this.fail(id, error);
    }
  }

  private async fail(id: number, error: unknown): Promise<void> {
    const isTheirs = error instanceof DomainError;
    if (!isTheirs) this.logger.error({ err: error, upload: id }, 'an upload cannot be stored');
    const message = isTheirs
      ? error.message
      : 'It cannot be stored; the log of the server says why.';
    await inWriteTransaction(this.pool, (client) => failUpload(client, id, message));
  }

  /** Ends the statement under way when the server is to stop; what is left is done after the start. */
  private async interruptOn(signal: AbortSignal, client: pg.ClientBase): Promise<() => void> {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const interrupt = (): void => {
      this.pool.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
    };
    signal.addEventListener('abort', interrupt);
    return () => signal.removeEventListener('abort', interrupt);
  }

  private async withClient<T>(read: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      return await read(client);
    } finally {
      client.release();
    }
  }
}

function refuseMoreThan(most: number, waiting: number): void {
  if (waiting <= most) return;
  throw new TooManyRequestsError(
    `${CAPACITY} uploads are waiting already. Try again later.`,
    RETRY_AFTER_SECONDS,
  );
}
