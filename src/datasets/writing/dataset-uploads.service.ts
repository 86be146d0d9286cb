import { Injectable } from '@nestjs/common';
import type { Identity } from '../../common/access.js';
import type { DatasetUpload, UploadOutcome } from './dataset-upload.js';

/** Merges uploads into datasets: matches what is there, and writes the differences as one version. */
@Injectable()
export class DatasetUploadsService {
  /**
   * Stores an upload at once, in one transaction.
   * @throws ConflictError when it is to create a dataset that is there.
   * @throws UnprocessableError when examples have the same id, or a global id names none here.
   */
  store(upload: DatasetUpload, caller: Identity): Promise<UploadOutcome> {
    return Promise.reject(new Error(`${upload.name} ${caller.role}`));
  }

  /**
   * Keeps an upload durably, to be merged later.
   * @returns the row id of the upload.
   * @throws TooManyRequestsError when too many are waiting.
   */
  enqueue(upload: DatasetUpload, caller: Identity): Promise<number> {
    return Promise.reject(new Error(`${upload.name} ${caller.role}`));
  }
}
