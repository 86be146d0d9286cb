import { callbackify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { UnauthenticatedError } from '../../common/errors/errors.js';
import type { UserEntity } from '../../users/user.entity.js';
import { LoginLockService } from '../lock/login-lock.service.js';
import type { IssuedTokens } from '../sessions/login-sessions.service.js';
import { SignInsService } from '../sign-ins/sign-ins.service.js';
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
    private readonly lock: LoginLockService,
    private readonly signIns: SignInsService,
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
    await this.signIns.begin();
    const user = await this.prove(name, password);
    if (!user) {
      await this.signIns.countFailure();
      throw await this.refusal(name);
    }
    return this.signIns.succeed(user, { authMethod: 'LDAP' });
  }

  /** Null: wrong credentials, which count towards the lock; everything else counts as nothing. */
  private async prove(username: string, password: string): Promise<UserEntity | null> {
    const { strategy } = this;
    const isTooLong = username.length > LONGEST_USERNAME || password.length > LONGEST_PASSWORD;
    if (!strategy || isTooLong) return null;
    try {
      return await this.lock.attempt('LDAP', accountKey(username), () =>
        authenticateWith<UserEntity>(strategy, { body: { username, password } }),
      );
    } catch (error) {
      if (error instanceof UnfitAccountError) throw await this.refusal(username, error.reason);
      throw error;
    }
  }

  private async refusal(username: string, reason?: string): Promise<UnauthenticatedError> {
    await this.signIns.recordFailure(username, { method: 'LDAP', ...(reason && { reason }) });
    return new UnauthenticatedError('Invalid username and/or password');
  }
}
