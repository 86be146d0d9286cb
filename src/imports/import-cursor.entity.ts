import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far an import came that has not ended. Those that have ended have none. */
@Entity('import_cursors')
export class ImportCursorEntity {
  /** The kind and the place of the source. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'import_cursors_pkey' })
  source: string;

  /** In the form of the kind of source. */
  @Column({ type: 'jsonb' })
  cursor: object;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  updatedAt: string;
}
