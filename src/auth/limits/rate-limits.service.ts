import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DatabaseWriter } from '../../database/database-writer.js';
import { TooManyRequestsError } from '../../kernel/errors/errors.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';

/** How often something may happen within `duration` seconds for one key, usually an address. */
const BUCKETS = {
  /** Sign-in, by password or directory. */
  login: { points: 60, duration: 60 },
  /**
   * Wrong passwords for any account, because a few guesses for each of many accounts are also an
   * attack.
   */
  'login-failed': { points: 50, duration: 300 },
  refresh: { points: 120, duration: 60 },
  logout: { points: 60, duration: 60 },
  'password-reset': { points: 12, duration: 60 },
  'oauth2-start': { points: 30, duration: 60 },
  'oauth2-callback': { points: 30, duration: 60 },
  /** Tokens of applications: many may share an address. */
  'oauth2-token': { points: 300, duration: 60 },
  /** As often as the configuration says. */
  'oauth2-register': { points: 0, duration: 3600 },
  /** Invalid bearer tokens and keys. */
  credential: { points: 100, duration: 60 },
} as const satisfies Record<string, { points: number; duration: number }>;

export type RateLimitBucket = keyof typeof BUCKETS;

/** Rate limits that all servers of a deployment share, in PostgreSQL. */
@Injectable()
export class RateLimitsService {
  private readonly limiters = new Map<RateLimitBucket, RateLimiterPostgres>();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
  ) {}

  /**
   * Counts one event for the key. Counts nothing if there is no key, such as an unknown address.
   * @throws TooManyRequestsError if there were too many.
   */
  async consume(bucket: RateLimitBucket, key: string | null | undefined): Promise<void> {
    if (!this.env.auth.isRateLimited || !key) return;
    try {
      await this.getLimiter(bucket).consume(toAddressBlock(key));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw toTooManyRequests(refused);
      throw refused;
    }
  }

  /**
   * Checks the limit without counting.
   * @throws TooManyRequestsError if there were too many.
   */
  async check(bucket: RateLimitBucket, key: string | null | undefined): Promise<void> {
    if (!this.env.auth.isRateLimited || !key) return;
    const found = await this.getLimiter(bucket).get(toAddressBlock(key));
    if (found && found.consumedPoints > this.getPoints(bucket)) throw toTooManyRequests(found);
  }

  private getPoints(bucket: RateLimitBucket): number {
    return bucket === 'oauth2-register'
      ? this.env.authorizationServer.registrationsPerHour
      : BUCKETS[bucket].points;
  }

  /** Creates the limiter on first use, because the data source has no pool before then. */
  private getLimiter(bucket: RateLimitBucket): RateLimiterPostgres {
    const known = this.limiters.get(bucket);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: this.database.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: bucket,
      ...BUCKETS[bucket],
      points: this.getPoints(bucket),
      // Refuses further requests above the limit without querying the database.
      inMemoryBlockOnConsumed: this.getPoints(bucket) + 1,
    });
    this.limiters.set(bucket, limiter);
    return limiter;
  }
}

function toTooManyRequests({ msBeforeNext }: RateLimiterRes): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new TooManyRequestsError('Too Many Requests', seconds);
}

/**
 * A client with one IPv6 address usually has the whole /64 (RFC 6177), so a /64 counts as one
 * address.
 */
export function toAddressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = address.includes('::')
    ? [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')]
    : groups;
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
}
