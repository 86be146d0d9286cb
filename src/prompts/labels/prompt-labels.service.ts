import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { LabelsService } from '../../labels/labels.service.js';
import { PROMPT_LABEL_TYPE } from './prompt-label.entity.js';

export { PROMPT_LABEL_TYPE } from './prompt-label.entity.js';

/** The labels of prompts. */
@Injectable()
export class PromptLabelsService extends LabelsService {
  constructor(database: DatabaseWriter) {
    super(database, {
      name: 'prompt',
      labelType: PROMPT_LABEL_TYPE,
      labels: 'prompt_labels',
      assignments: 'prompt_label_assignments',
      ownerColumn: 'prompt_id',
      authorColumn: null,
    });
  }
}
