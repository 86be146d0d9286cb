import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { TooManyRequestsError } from '../../common/errors/errors.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { addressBlock } from './address-block.js';

/** How often something may happen for one key, usually an address, in a number of seconds. */
const BUCKETS = {
  /** Sign-in, by password or directory. */
  login: { points: 60, duration: 60 },
  /** Wrong passwords, whatever the account: a few against many accounts is an attack as well. */
  'login-failed': { points: 50, duration: 300 },
  refresh: { points: 120, duration: 60 },
  logout: { points: 60, duration: 60 },
  'password-reset': { points: 12, duration: 60 },
  'oauth2-start': { points: 30, duration: 60 },
  'oauth2-callback': { points: 30, duration: 60 },
  /** Bearer tokens and keys that are not good. */
  credential: { points: 100, duration: 60 },
} as const;

export type Bucket = keyof typeof BUCKETS;

/** Bounds that every server of a deployment counts together, in PostgreSQL. */
@Injectable()
export class RateLimitsService {
  private readonly limiters: Map<Bucket, RateLimiterPostgres>;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly dataSource: DataSource,
  ) {
    this.limiters = new Map();
  }

  /**
   * Counts one more for the key. Without a key, such as an unknown address, nothing is counted.
   * @throws TooManyRequestsError when there were too many.
   */
  async consume(bucket: Bucket, key: string | null | undefined): Promise<void> {
    if (!this.env.auth.isRateLimited || !key) return;
    try {
      await this.limiterOf(bucket).consume(addressBlock(key));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw tooMany(refused);
      throw refused;
    }
  }

  /**
   * Counts nothing.
   * @throws TooManyRequestsError when there were too many before.
   */
  async check(bucket: Bucket, key: string | null | undefined): Promise<void> {
    if (!this.env.auth.isRateLimited || !key) return;
    const found = await this.limiterOf(bucket).get(addressBlock(key));
    if (found && found.consumedPoints > BUCKETS[bucket].points) throw tooMany(found);
  }

  /** Made on first use, when the data source has its pool. */
  private limiterOf(bucket: Bucket): RateLimiterPostgres {
    const known = this.limiters.get(bucket);
    if (known) return known;
    const { schema } = this.dataSource.options as { schema?: string };
    const limiter = new RateLimiterPostgres({
      storeClient: this.dataSource,
      storeType: 'typeorm',
      tableName: 'rate_limits',
      ...(schema ? { schemaName: schema } : {}),
      tableCreated: true,
      keyPrefix: bucket,
      ...BUCKETS[bucket],
      // Those who go on are answered without asking the database.
      inMemoryBlockOnConsumed: BUCKETS[bucket].points + 1,
    });
    this.limiters.set(bucket, limiter);
    return limiter;
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new TooManyRequestsError('Too Many Requests', seconds);
}
