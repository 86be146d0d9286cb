import { callbackify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { UnauthenticatedError } from '../../common/errors.js';
import { currentRequest } from '../../common/request-context.js';
import type { UserEntity } from '../../users/user.entity.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { LoginLockService } from '../lock/login-lock.service.js';
import { type IssuedTokens, LoginSessionsService } from '../sessions/login-sessions.service.js';
import { accountKey } from './account-key.js';
import { UnfitAccountError } from './directory-errors.js';
import type { DirectoryPerson } from './directory-person.js';
import { LdapDirectoryService } from './ldap-directory.service.js';
import { LdapUsersService } from './ldap-users.service.js';
import { authenticateWith, LdapStrategy } from './ldap.strategy.js';

/** Longer ones belong to nobody, and are not sent over the network. */
const LONGEST_USERNAME = 256;
const LONGEST_PASSWORD = 1024;

/** Signing in with an account of the company's directory. */
@Injectable()
export class LdapLoginService {
  private readonly strategy: LdapStrategy | null;

  constructor(
    @Inject(LdapDirectoryService) directory: LdapDirectoryService | null,
    people: LdapUsersService,
    private readonly sessions: LoginSessionsService,
    private readonly lock: LoginLockService,
    private readonly limits: RateLimitsService,
    private readonly audit: AuditService,
  ) {
    this.strategy =
      directory &&
      new LdapStrategy(
        { server: directory },
        callbackify((person: DirectoryPerson) => people.provision(person)),
      );
  }

  /**
   * Signs somebody in, with an account that is made or brought up to date. Unknown names, wrong
   * passwords and accounts that cannot be used get the same answer.
   * @throws UnauthenticatedError, TooManyRequestsError while the account or the address is locked,
   * UnavailableError when the directory cannot say, which counts as no failure.
   */
  async login(username: string | undefined, password: string | undefined): Promise<IssuedTokens> {
    const name = username?.trim();
    if (!name || !password) throw new UnauthenticatedError('Username and password required');
    const address = currentRequest()?.address;
    await this.limits.consume('login', address);
    await this.limits.check('login-failed', address);
    const user = await this.prove(name, password);
    if (!user) {
      await this.limits.consume('login-failed', address).catch(() => undefined);
      throw await this.refusal(name);
    }
    const tokens = await this.sessions.open({ userId: user.id, authMethod: 'LDAP' });
    await this.audit.record({
      action: 'login.succeeded',
      actor: null,
      actorName: user.username,
      subject: { type: 'User', id: user.id, name: user.username },
      details: { method: 'LDAP' },
    });
    return tokens;
  }

  /** Null: wrong credentials, which count towards the lock; everything else counts as nothing. */
  private async prove(username: string, password: string): Promise<UserEntity | null> {
    const { strategy } = this;
    const isTooLong = username.length > LONGEST_USERNAME || password.length > LONGEST_PASSWORD;
    if (!strategy || isTooLong) return null;
    try {
      return await this.lock.attempt('ldap', accountKey(username), () =>
        authenticateWith<UserEntity>(strategy, { body: { username, password } }),
      );
    } catch (error) {
      if (error instanceof UnfitAccountError) throw await this.refusal(username, error.reason);
      throw error;
    }
  }

  private async refusal(username: string, reason?: string): Promise<UnauthenticatedError> {
    await this.audit.record({
      action: 'login.failed',
      outcome: 'failure',
      actor: null,
      actorName: username,
      details: { method: 'LDAP', ...(reason ? { reason } : {}) },
    });
    return new UnauthenticatedError('Invalid username and/or password');
  }
}
