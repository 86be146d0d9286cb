import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import { AuditService } from '../../audit/audit.service.js';
import type { CredentialHeaders, Identity } from '../../kernel/access/access.js';
import { currentRequest } from '../../kernel/http/request-context.js';
import { sha256 } from '../../kernel/security/sha256.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { UsersService } from '../../users/users.service.js';
import { readBearerToken, toIdentity } from './credentials.js';

/**
 * A program may send the secret with thousands of requests, so only one use per minute is recorded.
 */
const AUDIT_PERIOD_MS = 60_000;

/** Above this many addresses, all are forgotten, so some uses are recorded again too soon. */
const MAX_ADDRESSES = 1_000;

/** Authenticates by `SPANDREL_ADMIN_SECRET`, as an administrator. */
@Injectable()
export class AdminSecretStrategy extends PassportStrategy(Strategy, 'admin-secret') {
  private readonly secretHash: Buffer | null;
  private readonly lastRecordedAt = new Map<string, number>();

  constructor(
    @Inject(ENV) { auth }: Env,
    private readonly users: UsersService,
    private readonly audit: AuditService,
  ) {
    super();
    this.secretHash = auth.adminSecret === undefined ? null : sha256(auth.adminSecret);
  }

  /** Null for any other token. */
  async validate({ headers }: { headers: CredentialHeaders }): Promise<Identity | null> {
    const token = this.secretHash && readBearerToken(headers);
    if (!this.secretHash || !token) return null;
    if (!timingSafeEqual(this.secretHash, sha256(token))) return null;
    const user = await this.users.getSystemUser();
    const identity = toIdentity(user, { credential: 'admin-secret', role: 'ADMIN' });
    await this.recordUse(identity);
    return identity;
  }

  /** Records the use in the audit log, once per minute and address on each server. */
  private async recordUse(actor: Identity): Promise<void> {
    const address = currentRequest()?.address ?? '';
    const now = Date.now();
    if (now - (this.lastRecordedAt.get(address) ?? -Infinity) < AUDIT_PERIOD_MS) return;
    if (this.lastRecordedAt.size >= MAX_ADDRESSES) this.lastRecordedAt.clear();
    this.lastRecordedAt.set(address, now);
    await this.audit.record({ action: 'admin_secret.used', actor });
  }
}
