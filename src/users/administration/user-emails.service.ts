import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { PasswordResetTokenEntity } from '../password-reset-token.entity.js';
import { parseEmail } from '../user-fields.js';
import { UserEntity } from '../user.entity.js';

/** Changes email addresses. */
@Injectable()
export class UserEmailsService {
  constructor(private readonly audit: AuditService) {}

  /**
   * Returns an address in its stored form.
   * @throws UnprocessableError if it is not valid.
   */
  parse(text: string): string {
    return parseEmail(text);
  }

  /**
   * Links to reset the password that the previous address got no longer work.
   * @param email in its stored form. The database refuses one that another user has.
   */
  async change(user: UserEntity, email: string, actor: Identity, tx: EntityManager): Promise<void> {
    await tx.update(UserEntity, { id: user.id }, { email, updatedAt: () => 'now()' });
    await tx.delete(PasswordResetTokenEntity, { userId: user.id });
    const subject = toUserSubject(user);
    const details = { from: user.email, to: email };
    await this.audit.record({ action: 'user.email_changed', actor, subject, details }, tx);
  }
}
