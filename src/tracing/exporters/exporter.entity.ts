import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';

/** A sender of spans to a project: a service with an SDK and an API key. */
@Entity('exporters')
@Unique('exporters_key', [
  'projectId',
  'serviceName',
  'sdkName',
  'sdkVersion',
  'sdkLanguage',
  'keyId',
])
export class ExporterEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'exporters_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, { name: 'exporters_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  /** Empty if unknown, like those of the SDK. */
  @Column({ name: 'service_name', type: 'text', collation: 'C' })
  readonly serviceName: string;

  @Column({ name: 'sdk_name', type: 'text', collation: 'C' })
  readonly sdkName: string;

  @Column({ name: 'sdk_version', type: 'text', collation: 'C' })
  readonly sdkVersion: string;

  @Column({ name: 'sdk_language', type: 'text', collation: 'C' })
  readonly sdkLanguage: string;

  /** Row ID of the API key, which may have been deleted; 0 if there was none. */
  @Column({ name: 'key_id', type: 'bigint' })
  readonly keyId: number;

  @Column({ name: 'first_seen_at', type: 'timestamptz' })
  readonly firstSeenAt: string;

  @Column({ name: 'last_seen_at', type: 'timestamptz' })
  readonly lastSeenAt: string;

  @Column({ name: 'http_protobuf_requests', type: 'bigint' })
  readonly httpProtobufRequests: number;

  @Column({ name: 'http_json_requests', type: 'bigint' })
  readonly httpJsonRequests: number;

  @Column({ name: 'grpc_requests', type: 'bigint' })
  readonly grpcRequests: number;

  /** Spans that were stored, or had been stored before. */
  @Column({ name: 'span_count', type: 'bigint' })
  readonly spanCount: number;

  /** Log records, with those that were sent again. */
  @Column({ name: 'log_count', type: 'bigint', default: 0 })
  readonly logCount: number;

  /** Points of metrics, with those that were not kept. */
  @Column({ name: 'point_count', type: 'bigint', default: 0 })
  readonly pointCount: number;

  @Column({ name: 'refused_count', type: 'bigint' })
  readonly refusedCount: number;

  @Column({ name: 'last_refused_at', type: 'timestamptz', nullable: true })
  readonly lastRefusedAt: string | null;

  /** Name of the reason of the last refusal. */
  @Column({ name: 'last_reason', type: 'text', nullable: true })
  readonly lastReason: string | null;

  /** Spans that ended long before they arrived. */
  @Column({ name: 'late_count', type: 'bigint' })
  readonly lateCount: number;

  /** Latest end of its last spans, in milliseconds after they arrived; null if it never sent one. */
  @Column({ name: 'ahead_ms', type: 'bigint', nullable: true })
  readonly aheadMs: number | null;

  /** The last day on which it was seen, in UTC. */
  @Column({ type: 'date' })
  readonly day: string;

  /** On that day, like the next two. */
  @Column({ name: 'day_span_count', type: 'bigint' })
  readonly daySpanCount: number;

  @Column({ name: 'day_refused_count', type: 'bigint' })
  readonly dayRefusedCount: number;

  @Column({ name: 'day_late_count', type: 'bigint' })
  readonly dayLateCount: number;
}
