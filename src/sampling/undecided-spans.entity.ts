import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Blocks of new spans whose traces may be undecided. The span index hands them over. */
@Entity('undecided_spans')
@Index('undecided_spans_project', ['projectId', 'id'])
export class UndecidedSpansEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'undecided_spans_pkey',
  })
  readonly id: number;

  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  @Column({ type: 'bigint', array: true })
  readonly blocks: number[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}
