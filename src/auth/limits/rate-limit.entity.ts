import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A counter of `rate-limiter-flexible`, which reads and writes this table. */
@Entity('rate_limits')
export class RateLimitEntity {
  @PrimaryColumn({
    type: 'character varying',
    length: 255,
    primaryKeyConstraintName: 'rate_limits_pkey',
  })
  readonly key: string;

  @Column({ type: 'integer', default: 0 })
  readonly points: number;

  /** Milliseconds since 1970. */
  @Column({ type: 'bigint', nullable: true })
  readonly expire: number | null;
}
