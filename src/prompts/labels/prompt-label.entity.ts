import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { PromptEntity } from '../prompt.entity.js';

/** Type name inside a label's global ID. */
export const PROMPT_LABEL_TYPE = 'PromptLabel';

/** A label for prompts. */
@Entity('prompt_labels')
@Unique('prompt_labels_name_key', ['name'])
export class PromptLabelEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'prompt_labels_pkey',
  })
  readonly id: number;

  @Column({ type: 'text' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ type: 'text' })
  readonly color: string;
}

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
