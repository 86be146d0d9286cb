import { Injectable } from '@nestjs/common';
import { AuditService, userSubject } from '../../audit/audit.service.js';
import type { Identity } from '../../common/access/access.js';
import { ForbiddenError, NotFoundError } from '../../common/errors/errors.js';
import type { UserEntity } from '../../users/user.entity.js';
import { UsersService } from '../../users/users.service.js';
import { LoginSessionsService } from './login-sessions.service.js';

/** Ends sessions for people who look at the list of them. */
@Injectable()
export class SessionEndingService {
  constructor(
    private readonly sessions: LoginSessionsService,
    private readonly users: UsersService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Ends one session of the caller; an administrator ends anybody's.
   * @returns whose it was.
   * @throws NotFoundError when there is none, or it is not theirs to know of.
   */
  async end(id: number, caller: Identity): Promise<UserEntity> {
    const session = await this.sessions.findById(id);
    const isVisible = session && (caller.role === 'ADMIN' || session.userId === caller.userId);
    const user = isVisible ? await this.users.findById(session.userId) : null;
    if (!user || !(await this.sessions.end(id))) throw new NotFoundError('Session not found');
    await this.record(user, caller, { sessions: 1 });
    return user;
  }

  /**
   * Ends all sessions of the caller but the one that is used for it.
   * @throws ForbiddenError for callers who did not sign in.
   */
  async endOthers(caller: Identity): Promise<UserEntity> {
    const user = caller.sessionId === null ? null : await this.users.findCaller(caller);
    if (!user) {
      throw new ForbiddenError('Only somebody who signed in has other sessions.');
    }
    const count = await this.sessions.endAllOf(user.id, { except: caller.sessionId });
    if (count > 0) await this.record(user, caller, { sessions: count });
    return user;
  }

  private record(user: UserEntity, actor: Identity, details: object): Promise<void> {
    const subject = userSubject(user);
    return this.audit.record({ action: 'session.ended', actor, subject, details: { ...details } });
  }
}
