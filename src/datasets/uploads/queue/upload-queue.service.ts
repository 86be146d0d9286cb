import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type pg from 'pg';
import type { Repository } from 'typeorm';
import { ProjectAccessReader } from '../../../kernel/access/project-access.js';
import {
  DomainError,
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
} from '../../../kernel/errors/errors.js';
import { holdLock } from '../../../database/advisory-locks.js';
import { isOutOfReach, mayPass } from '../../../kernel/errors/database-errors.js';
import { currentScope } from '../../../kernel/http/request-context.js';
import { JobQueueService } from '../../../job-queue/job-queue.service.js';
import { DatasetMerge, type Merge } from '../../merging/dataset-merge.js';
import type { EncodedRows } from '../../merging/encode-rows.js';
import { type NamedDataset, nameTaken } from '../../merging/lock-dataset.queries.js';
import { type RowUnit, StagedRows } from '../../merging/staged-rows.js';
import { inWriteTransaction, WRITING_POOL, type WritingPool } from '../../merging/writing-pools.js';
import type { UploadHead } from '../contents/parsed-upload.js';
import { DatasetUploadEntity } from './dataset-upload.entity.js';
import {
  cancelBackend,
  findBackend,
  countWaiting,
  deleteFinished,
  failUpload,
  finishUpload,
  insertUpload,
  isNameKnown,
  isProjectKnown,
  isUploadKnown,
  lockUpload,
  type StartedUpload,
  startNext,
} from './upload-queue.queries.js';

export { DATASET_UPLOAD_TYPE } from './dataset-upload.entity.js';

/** Name of the queue. Its jobs only signal that there is something to merge. */
const QUEUE = 'dataset-uploads';

/** Maximum number of uploads in the queue. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_SECONDS = 10;

/** How long finished uploads are kept. */
const KEPT_DAYS = 30;

/** When to check again for uploads that a dead server's connection still locks. */
const LOOK_AGAIN_SECONDS = 5;

/**
 * Stores uploads in the database and merges them one after another, on every server. The same
 * transaction merges an upload and marks it as done, so each is merged exactly once, even if a
 * server is killed (docs/adr/0016-merging-uploads-in-sql.md).
 */
@Injectable()
export class UploadQueueService {
  private readonly logger = new Logger('datasets');

  constructor(
    @Inject(WRITING_POOL) private readonly pool: WritingPool,
    @InjectRepository(DatasetUploadEntity)
    private readonly uploads: Repository<DatasetUploadEntity>,
    private readonly jobs: JobQueueService,
    private readonly access: ProjectAccessReader,
  ) {
    jobs.registerHandler(QUEUE, (signal) => this.mergeWaiting(signal));
  }

  /** Returns null if the upload does not exist. */
  find(id: number): Promise<DatasetUploadEntity | null> {
    return this.uploads.findOneBy({ id });
  }

  /** Part of the list, newest first. */
  slice({ offset, limit }: { offset: number; limit: number }): Promise<DatasetUploadEntity[]> {
    return this.uploads.find({ order: { id: 'DESC' }, skip: offset, take: limit });
  }

  count(): Promise<number> {
    return this.uploads.count();
  }

  /**
   * Checks the capacity early, before rows are read. @throws TooManyRequestsError if the queue is
   * full.
   */
  async refuseIfFull(): Promise<void> {
    refuseMoreThan(MAX_WAITING - 1, await this.withClient(countWaiting));
  }

  /**
   * Stores an upload and its rows.
   * @param pool the connection pool to use.
   * @returns the row ID of the upload.
   * @throws UnprocessableError if two rows have the same id, TooManyRequestsError if the queue is full,
   * ConflictError if the name belongs to a dataset out of reach, ForbiddenError if the caller must name
   * a project.
   */
  async add(
    upload: UploadHead,
    rows: AsyncIterable<EncodedRows> & { readonly place: RowUnit },
    pool: WritingPool,
  ): Promise<number> {
    const id = await inWriteTransaction(pool, async (client) => {
      const staged = await StagedRows.copy(client, rows, rows);
      const uploadId = await insertUpload(client, upload, staged.count).catch((error: unknown) => {
        throw isOutOfReach(error) ? refuseOutOfReach(upload) : error;
      });
      await deleteFinished(client, KEPT_DAYS);
      await this.jobs.send(QUEUE, client);
      // The lock makes simultaneous uploads count each other. It lasts until the commit, which
      // follows at once.
      await holdLock(client, 'datasetUploads');
      refuseMoreThan(MAX_WAITING, await countWaiting(client));
      return uploadId;
    });
    this.jobs.wake(QUEUE);
    return id;
  }

  /** Merges the queued uploads that no other server is merging. */
  private async mergeWaiting(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = await this.withClient(startNext);
      if (next === null) break;
      const refusal = await this.findRefusal(next);
      if (refusal) await this.fail(next.id, refusal);
      else await this.access.runAs(next.userId, 'MEMBER', () => this.merge(next.id, signal));
    }
    if ((await this.withClient(countWaiting)) > 0) {
      await this.jobs.sendLater(QUEUE, LOOK_AGAIN_SECONDS);
    }
  }

  /** Returns why the uploader may not write the dataset, by its name or its project; null if they may. */
  private async findRefusal(upload: StartedUpload): Promise<DomainError | null> {
    const { id, name, userId, projectId } = upload;
    const isNamed = () => this.withClient((client) => isNameKnown(client, name));
    const asUploader = (work: () => Promise<boolean>) => this.access.runAs(userId, 'MEMBER', work);
    if ((await isNamed()) && !(await asUploader(isNamed))) return nameTaken(name);
    if (projectId !== null) {
      const isProject = () => this.withClient((client) => isProjectKnown(client, projectId));
      if (!(await asUploader(isProject))) return new NotFoundError('The project was not found.');
    }
    const isOwn = () => this.withClient((client) => isUploadKnown(client, id));
    return (await asUploader(isOwn))
      ? null
      : new ForbiddenError('You can no longer change datasets.');
  }

  private async merge(id: number, signal: AbortSignal): Promise<void> {
    try {
      await inWriteTransaction(this.pool, async (client) => {
        const upload = await lockUpload(client, id);
        if (!upload) return;
        const stopListening = await this.cancelOn(signal, client);
        try {
          const rows = await StagedRows.fromQueue(client, id, upload.rowCount);
          const outcome = await new DatasetMerge(client, { ...toMerge(upload), rows }).run();
          await finishUpload(client, id, outcome);
        } finally {
          stopListening();
        }
      });
    } catch (error) {
      if (signal.aborted || mayPass(error)) throw error;
      await this.fail(id, error);
    }
  }

  private async fail(id: number, error: unknown): Promise<void> {
    const isExpected = error instanceof DomainError;
    if (!isExpected) this.logger.error({ err: error, upload: id }, 'an upload cannot be stored');
    const message = isExpected
      ? error.message
      : 'The upload cannot be stored. See the server log for the reason.';
    await inWriteTransaction(this.pool, (client) => failUpload(client, id, message));
  }

  /**
   * Cancels the running statement when the server stops. The upload is then merged after the next
   * start.
   */
  private async cancelOn(signal: AbortSignal, client: pg.ClientBase): Promise<() => void> {
    const pid = await findBackend(client);
    const cancel = (): void => {
      cancelBackend(this.pool, pid).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel);
    return () => signal.removeEventListener('abort', cancel);
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

/** Returns how the rows of an upload change its dataset. */
export function toMerge(
  upload: UploadHead,
): Omit<Merge, 'rows' | 'dataset'> & { dataset: NamedDataset } {
  const { name, action, description, userId, projectId, areSplitsProvided } = upload;
  return {
    dataset: { name, description, projectId, mustBeNew: action === 'create' },
    userId,
    matches: 'update',
    deletions: action === 'append' ? 'none' : 'unmatched',
    replacesSplits: areSplitsProvided,
  };
}

/** Returns why a limited caller cannot add an upload to the queue. */
function refuseOutOfReach({ name, projectId }: UploadHead): DomainError {
  // Otherwise, a dataset of this name belongs to a project that the caller cannot see.
  if (projectId !== null || !currentScope()?.only) return nameTaken(name);
  return new ForbiddenError('Name a project of which you are a member, with ?project=NAME.');
}

function refuseMoreThan(max: number, waiting: number): void {
  if (waiting <= max) return;
  throw new TooManyRequestsError(
    `${MAX_WAITING} uploads are already waiting. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    RETRY_AFTER_SECONDS,
  );
}
