import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import type { Identity } from '../common/access/access.js';
import { currentRequest } from '../common/http/request-context.js';

const PERIOD_MS = 60_000;

/** Addresses are forgotten all at once when there are so many; then some are recorded early. */
const MAX_ADDRESSES = 1_000;

/**
 * Remembers in the audit log that the admin secret is used: once a minute and address on each server,
 * as a program may send it with thousands of requests.
 */
@Injectable()
export class AdminSecretUses {
  private readonly lastRecorded = new Map<string, number>();

  constructor(private readonly audit: AuditService) {}

  async record(actor: Identity): Promise<void> {
    const address = currentRequest()?.address ?? '';
    const now = Date.now();
    if (now - (this.lastRecorded.get(address) ?? -Infinity) < PERIOD_MS) return;
    if (this.lastRecorded.size >= MAX_ADDRESSES) this.lastRecorded.clear();
    this.lastRecorded.set(address, now);
    await this.audit.record({ action: 'admin_secret.used', actor });
  }
}
