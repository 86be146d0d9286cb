import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';

/** One request of an application: a tree of spans, with totals over them. */
@Entity('traces')
@Check('traces_cost_check', 'num_nulls(prompt_cost, completion_cost) <> 1')
@Index('traces_id', ['id'])
@Index('traces_project_id', ['projectId', 'id'])
@Index('traces_project_start', ['projectId', 'startTime', 'id'])
@Index('traces_project_latency', { synchronize: false })
@Index('traces_project_tokens', { synchronize: false })
@Index('traces_project_failed', { synchronize: false })
@Index('traces_project_session', { synchronize: false })
@Index('traces_project_with_text', { synchronize: false })
export class TraceEntity {
  @PrimaryColumn({
    name: 'trace_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'traces_pkey',
  })
  readonly traceId: string;

  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'BY DEFAULT' })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, { name: 'traces_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint' })
  projectId: number;

  /** The session of the span whose session counts most; of several, the first. */
  @Column({ name: 'session_id', type: 'text', collation: 'C', nullable: true })
  sessionId: string | null;

  /** How much its session counts: see `SpanRecord.sessionRank`. */
  @Column({ name: 'session_rank', type: 'smallint', nullable: true })
  sessionRank: number | null;

  @Column({ name: 'user_id', type: 'text', nullable: true })
  userId: string | null;

  @Column({ name: 'start_time', type: 'timestamptz' })
  startTime: string;

  @Column({ name: 'end_time', type: 'timestamptz' })
  endTime: string;

  @Column({ name: 'span_count', type: 'integer', default: 0 })
  spanCount: number;

  /** Number of spans with the status ERROR. */
  @Column({ name: 'error_count', type: 'integer', default: 0 })
  errorCount: number;

  /** Total over the LLM spans' own counts. */
  @Column({ name: 'prompt_tokens', type: 'bigint', default: 0 })
  promptTokens: number;

  @Column({ name: 'completion_tokens', type: 'bigint', default: 0 })
  completionTokens: number;

  /** US dollars; null until a span with a known price is priced. */
  @Column({ name: 'prompt_cost', type: 'double precision', nullable: true })
  promptCost: number | null;

  @Column({ name: 'completion_cost', type: 'double precision', nullable: true })
  completionCost: number | null;

  /** LLM spans with tokens; null until one of its LLM spans is priced, or found to have no price. */
  @Column({ name: 'token_span_count', type: 'integer', nullable: true })
  tokenSpanCount: number | null;

  /** How many of these no model prices. */
  @Column({ name: 'unpriced_span_count', type: 'integer', nullable: true })
  unpricedSpanCount: number | null;

  /** When a retention policy removed the texts of all its spans; null once it has a new one. */
  @Column({ name: 'text_removed_at', type: 'timestamptz', nullable: true })
  textRemovedAt: string | null;

  /** Why sampling kept it; null if it has not decided, or if the project has no sampling. */
  @Column({ name: 'kept_because', type: 'text', nullable: true })
  keptBecause: string | null;
}
