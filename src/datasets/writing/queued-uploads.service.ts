import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { requireRowId } from '../../common/ids/global-id.js';
import { DatasetUploadEntity } from './dataset-upload.entity.js';

/** Tells what has become of uploads that were answered before they were stored. */
@Injectable()
export class QueuedUploadsService {
  constructor(
    @InjectRepository(DatasetUploadEntity)
    private readonly uploads: Repository<DatasetUploadEntity>,
  ) {}

  /**
   * The upload of a global id, or null when there is none.
   * @throws DomainError BAD_USER_INPUT for any other text.
   */
  find(globalId: string): Promise<DatasetUploadEntity | null> {
    return this.uploads.findOneBy({ id: requireRowId(globalId, 'DatasetUpload') });
  }

  /** A part of the list by position, newest first. */
  slice({ offset, limit }: { offset: number; limit: number }): Promise<DatasetUploadEntity[]> {
    return this.uploads.find({ order: { id: 'DESC' }, skip: offset, take: limit });
  }

  count(): Promise<number> {
    return this.uploads.count();
  }
}
