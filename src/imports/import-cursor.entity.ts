import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The place at which an import that has not ended continues. Imports that have ended have no row. */
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
