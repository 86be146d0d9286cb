import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../../audit/audit.service.js';
import { type Identity, isSelfOrAdmin } from '../../../kernel/access/access.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { type GrantRow, GrantsQueries } from './grants.queries.js';

/** Type name in the global ID of a grant. */
export const GRANT_TYPE = 'OAuth2Grant';

/** The permissions that users gave to applications, as far as these can still use them. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly queries: GrantsQueries,
    private readonly audit: AuditService,
  ) {}

  /** Lists all grants, newest first. */
  list(): Promise<GrantRow[]> {
    return this.queries.list();
  }

  /** Lists the grants of some users, newest first. */
  listByUsers(userIds: readonly number[]): Promise<GrantRow[]> {
    return this.queries.listByUsers(userIds);
  }

  countByUsers(userIds: readonly number[]): Promise<{ userId: number; count: number }[]> {
    return this.queries.countByUsers(userIds);
  }

  /** Finds a grant that the caller may see: their own, or any for administrators. */
  async findVisible(id: number, caller: Identity): Promise<GrantRow | null> {
    const grant = await this.queries.findById(id);
    return grant && isSelfOrAdmin(caller, grant.userId) ? grant : null;
  }

  /**
   * Ends a grant of the caller. Administrators can end any. Its tokens stop working at once, on
   * every server.
   * @throws NotFoundError if the grant does not exist or belongs to another user.
   */
  async revoke(id: number, caller: Identity): Promise<void> {
    const grant = await this.findVisible(id, caller);
    if (!grant || !(await this.queries.revoke(id))) throw new NotFoundError('Grant not found.');
    await this.audit.record({
      action: 'application.revoked',
      actor: caller,
      subject: { type: GRANT_TYPE, id, name: grant.clientName },
      details: { clientId: grant.clientId, userId: grant.userId },
    });
  }

  /** Ends all grants of a user, and those that are about to begin. @returns how many there were. */
  revokeAllOf(userId: number, tx: EntityManager): Promise<number> {
    return this.queries.revokeAllOf(userId, tx);
  }

  /** Deletes what has long ended, at most `limit` rows of each kind. */
  deleteEnded(limit: number): Promise<void> {
    return this.queries.deleteEnded(limit);
  }
}
