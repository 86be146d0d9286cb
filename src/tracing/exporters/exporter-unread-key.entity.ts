import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ExporterEntity } from './exporter.entity.js';

/** A key of attributes that an exporter sends and nothing reads. */
@Entity('exporter_unread_keys')
export class ExporterUnreadKeyEntity {
  @ForeignKey(() => ExporterEntity, {
    name: 'exporter_unread_keys_exporter_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'exporter_id',
    type: 'bigint',
    primaryKeyConstraintName: 'exporter_unread_keys_pkey',
  })
  readonly exporterId: number;

  /** Places in lists are `N`. */
  @PrimaryColumn({
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'exporter_unread_keys_pkey',
  })
  readonly key: string;

  /** Requests that had it. */
  @Column({ name: 'request_count', type: 'bigint' })
  readonly requestCount: number;

  /** A value, cut and masked; null if none is shown. */
  @Column({ type: 'text', nullable: true })
  readonly example: string | null;

  @Column({ name: 'last_seen_at', type: 'timestamptz' })
  readonly lastSeenAt: string;
}
