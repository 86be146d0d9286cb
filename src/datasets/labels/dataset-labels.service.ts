import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import { type LabelPatch, type LabelRow, LabelsService } from '../../labels/labels.service.js';
import { DATASET_LABEL_TYPE } from './dataset-label.entity.js';

export { DATASET_LABEL_TYPE } from './dataset-label.entity.js';

/** The labels of datasets. */
@Injectable()
export class DatasetLabelsService extends LabelsService {
  constructor(database: DatabaseWriter) {
    super(database, {
      name: 'dataset',
      labelType: DATASET_LABEL_TYPE,
      labels: 'dataset_labels',
      assignments: 'dataset_label_assignments',
      ownerColumn: 'dataset_id',
      authorColumn: 'user_id',
    });
  }

  /**
   * @throws UnprocessableError for a patch that changes nothing, in addition to the errors of the
   * base class.
   */
  override async update(id: number, patch: LabelPatch): Promise<LabelRow> {
    if ((patch.name ?? patch.color ?? null) === null && patch.description === undefined) {
      throw new UnprocessableError('Specify a new name, color or description.');
    }
    return super.update(id, patch);
  }
}
