import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Identity } from '../../common/access/access.js';
import { discardBody } from '../../common/http/discard-body.js';
import { BadRequestError, UnprocessableError } from '../../common/errors/errors.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import type { DatasetUpload, UploadOutcome } from '../writing/dataset-upload.js';
import { DatasetUploadsService } from '../writing/dataset-uploads.service.js';
import { requestBytes } from './body/request-bytes.js';
import { UploadSpace } from './body/upload-space.js';
import { readFormUpload } from './form/read-form-upload.js';
import { readJsonUpload } from './json/read-json-upload.js';
import type { ReadUpload } from './read-upload.js';

/**
 * Reads uploads out of requests. The body is taken in whole, most of it to disk, before anything is
 * done about it; its rows are read one by one while they are stored.
 */
@Injectable()
export class UploadRequestsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly space: UploadSpace,
    private readonly uploads: DatasetUploadsService,
  ) {}

  /**
   * Stores what a request holds before it is answered.
   * @throws what `read` and `DatasetUploadsService.store` throw.
   */
  store(request: IncomingMessage, caller: Identity): Promise<UploadOutcome> {
    return this.use(request, (upload) => this.uploads.store(upload, caller));
  }

  /**
   * Checks what a request holds and keeps it, to be stored later.
   * @returns the row id of the upload.
   * @throws what `read` and `DatasetUploadsService.enqueue` throw.
   */
  enqueue(request: IncomingMessage, caller: Identity): Promise<number> {
    return this.use(request, (upload) => this.uploads.enqueue(upload, caller));
  }

  private async use<T>(
    request: IncomingMessage,
    work: (upload: DatasetUpload) => Promise<T>,
  ): Promise<T> {
    let upload: ReadUpload | undefined;
    try {
      upload = await this.read(request);
      return await work(upload);
    } catch (error) {
      await discardBody(request);
      throw error;
    } finally {
      await upload?.close();
    }
  }

  /**
   * @throws BadRequestError without a content type and for a malformed form, UnprocessableError for
   *   anything else that is wrong with it, PayloadTooLargeError, ClientGoneError.
   */
  private read(request: IncomingMessage): Promise<ReadUpload> {
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
