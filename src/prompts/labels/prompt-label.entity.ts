import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

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
