import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { PromptLabelEntity } from './prompt-label.entity.js';
import { PromptEntity } from '../prompt.entity.js';

/** Assigns a label to a prompt. */
@Entity('prompt_label_assignments')
@Index('prompt_label_assignments_label', ['labelId', 'promptId'])
export class PromptLabelAssignmentEntity {
  @ForeignKey(() => PromptEntity, {
    name: 'prompt_label_assignments_prompt_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'prompt_id',
    type: 'bigint',
    primaryKeyConstraintName: 'prompt_label_assignments_pkey',
  })
  readonly promptId: number;

  @ForeignKey(() => PromptLabelEntity, {
    name: 'prompt_label_assignments_label_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'label_id',
    type: 'bigint',
    primaryKeyConstraintName: 'prompt_label_assignments_pkey',
  })
  readonly labelId: number;
}
