import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Identity } from '../../kernel/access/access.js';
import { BadRequestError, UnprocessableError } from '../../kernel/errors/errors.js';
import { discardBody } from '../../kernel/http/bodies/discard-body.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { DatasetMerge, type MergeOutcome } from '../merging/dataset-merge.js';
import { checkName } from '../merging/example-row.js';
import { refuseTakenName } from '../merging/lock-dataset.queries.js';
import { StagedRows } from '../merging/staged-rows.js';
import {
  inWriteTransaction,
  STREAMING_POOL,
  WRITING_POOL,
  type WritingPool,
} from '../merging/writing-pools.js';
import { requestBytes } from './body/request-bytes.js';
import { UploadSpace } from './body/upload-space.js';
import type { ParsedUpload, UploadHead } from './contents/parsed-upload.js';
import { readFormUpload } from './form/read-form-upload.js';
import { readJsonUpload } from './json/read-json-upload.js';
import { toMerge, UploadQueueService } from './queue/upload-queue.service.js';
import { UploadRows } from './upload-rows.js';

/** The user who uploads, and the project that the dataset belongs to. */
export interface UploadOwner {
  caller: Identity;
  /** Global ID or name. Absent: a new dataset belongs to none, another one to any. */
  project?: string | undefined;
}

type OwnedUpload = Omit<ParsedUpload, 'close'> & UploadHead;

/**
 * Receives uploads in all formats. First reads the whole body, mostly to disk, then reads its rows
 * one by one while they are stored (docs/adr/0017-uploads-are-spooled.md).
 */
@Injectable()
export class DatasetUploadsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(WRITING_POOL) private readonly pool: WritingPool,
    @Inject(STREAMING_POOL) private readonly streamingPool: WritingPool,
    private readonly space: UploadSpace,
    private readonly queue: UploadQueueService,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * Stores the upload in a request.
   * @throws the errors of `read` and `store`, and NotFoundError or BadRequestError for the project.
   */
  storeRequest(request: IncomingMessage, owner: UploadOwner): Promise<MergeOutcome> {
    return this.readAndUse(request, owner, (upload) => this.store(upload));
  }

  /**
   * Adds the upload in a request to the queue.
   * @throws the errors of `read` and `enqueue`, and NotFoundError or BadRequestError for the project.
   */
  enqueueRequest(request: IncomingMessage, owner: UploadOwner): Promise<number> {
    return this.readAndUse(request, owner, (upload) => this.enqueue(upload));
  }

  /** Stores an upload at once, in one transaction. @throws the errors of `DatasetMerge.run`. */
  store(upload: OwnedUpload): Promise<MergeOutcome> {
    return this.openRows(upload, (rows, pool) =>
      inWriteTransaction(pool, async (client) => {
        const merge = toMerge(upload);
        await refuseTakenName(client, merge.dataset);
        const staged = await StagedRows.copy(client, rows, rows);
        return new DatasetMerge(client, { ...merge, rows: staged }).run();
      }),
    );
  }

  /**
   * Checks an upload and adds it to the queue, to be stored later.
   * @returns the row ID of the upload.
   * @throws UnprocessableError if two examples have the same id, TooManyRequestsError if the queue is
   *   full.
   */
  async enqueue(upload: OwnedUpload): Promise<number> {
    await this.queue.refuseIfFull();
    return this.openRows(upload, (rows, pool) => this.queue.add(upload, rows, pool));
  }

  private async readAndUse<T>(
    request: IncomingMessage,
    { caller: { userId }, project }: UploadOwner,
    work: (upload: OwnedUpload) => Promise<T>,
  ): Promise<T> {
    let upload: ParsedUpload | undefined;
    try {
      const projectId = project === undefined ? null : await this.projects.resolveOwnerId(project);
      upload = await this.read(request);
      return await work({ ...upload, userId, projectId });
    } catch (error) {
      await discardBody(request);
      throw error;
    } finally {
      await upload?.close();
    }
  }

  private async openRows<T>(
    { name, examples }: OwnedUpload,
    work: (rows: UploadRows, pool: WritingPool) => Promise<T>,
  ): Promise<T> {
    checkName(name, 'The name of the dataset');
    const rows = await UploadRows.open(examples);
    try {
      // Slow senders delay only other large uploads.
      return await work(rows, rows.isWhole ? this.pool : this.streamingPool);
    } finally {
      await rows.close();
    }
  }

  /**
   * @throws BadRequestError without a content type and for a malformed form, UnprocessableError for
   * other mistakes, PayloadTooLargeError, ClientGoneError.
   */
  private read(request: IncomingMessage): Promise<ParsedUpload> {
    const contentType = request.headers['content-type'];
    if (!contentType) throw new BadRequestError('Missing content-type header');
    const { maxBytes } = this.env.uploads;
    const type = contentType.trim().toLowerCase();
    if (type.startsWith('application/json')) {
      return readJsonUpload(requestBytes(request, maxBytes), this.space);
    }
    if (type.startsWith('multipart/form-data')) {
      const bytes = requestBytes(request, maxBytes);
      return readFormUpload(bytes, contentType, this.space, maxBytes);
    }
    throw new UnprocessableError(
      'Invalid content-type; supported are application/json and multipart/form-data',
    );
  }
}
