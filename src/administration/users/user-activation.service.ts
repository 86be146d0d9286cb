import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiKeyEntity } from '../../apikeys/api-key.entity.js';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import { PasswordChangesService } from '../../auth/password-changes/password-changes.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { ForbiddenError } from '../../kernel/errors/errors.js';
import { isDefaultAdmin } from '../../users/built-in-users.contract.js';
import { UserEntity } from '../../users/user.entity.js';
import { UserChangesService } from './user-changes.service.js';

/** Deactivates accounts, whose work and history stay, and activates them again. */
@Injectable()
export class UserActivationService {
  constructor(
    private readonly changes: UserChangesService,
    private readonly passwordChanges: PasswordChangesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Ends the sessions, applications and API keys of a user, who cannot sign in anymore. Takes effect
   * with the next request, on every server.
   * @param user a row that the transaction has locked.
   * @throws ForbiddenError for the default administrator, ConflictError for the last one.
   */
  async deactivate(user: UserEntity, actor: Identity, tx: EntityManager): Promise<void> {
    if (user.deactivatedAt !== null) return;
    if (isDefaultAdmin(user)) {
      throw new ForbiddenError('The default administrator cannot be deactivated.');
    }
    if (user.role === 'ADMIN') await this.changes.assertAdministratorsRemain([user.id], tx);
    const { id } = user;
    await tx.update(UserEntity, { id }, { deactivatedAt: () => 'now()', updatedAt: () => 'now()' });
    const { affected: apiKeys } = await tx.delete(ApiKeyEntity, { userId: id });
    await this.passwordChanges.endAccess(id, tx);
    const details = { apiKeys: apiKeys ?? 0 };
    await this.record('user.deactivated', user, actor, tx, details);
  }

  /** Lets a user sign in again, who then needs new API keys. */
  async activate(user: UserEntity, actor: Identity, tx: EntityManager): Promise<void> {
    if (user.deactivatedAt === null) return;
    const { id } = user;
    await tx.update(UserEntity, { id }, { deactivatedAt: null, updatedAt: () => 'now()' });
    // What was under way during the deactivation had no access then, and must not get it now.
    await tx.delete(ApiKeyEntity, { userId: id });
    await this.passwordChanges.endAccess(id, tx);
    await this.record('user.activated', user, actor, tx);
  }

  private async record(
    action: string,
    user: UserEntity,
    actor: Identity,
    tx: EntityManager,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    await this.audit.record({ action, actor, subject: toUserSubject(user), details }, tx);
  }
}
