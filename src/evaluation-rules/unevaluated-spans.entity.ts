import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Blocks of new spans that the rules of their project have not seen. The span index hands them over. */
@Entity('unevaluated_spans')
@Index('unevaluated_spans_project', ['projectId', 'createdAt'])
export class UnevaluatedSpansEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'unevaluated_spans_pkey',
  })
  readonly id: number;

  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  @Column({ type: 'bigint', array: true })
  readonly blocks: number[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}
