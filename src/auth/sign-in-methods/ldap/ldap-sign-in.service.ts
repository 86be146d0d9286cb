import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { UnauthenticatedError } from '../../../kernel/errors/errors.js';
import type { UserEntity } from '../../../users/user.entity.js';
import { LoginLockService } from '../../lock/login-lock.service.js';
import { authenticate } from '../../passport/authenticate.js';
import { SignInsService } from '../../sign-ins/sign-ins.service.js';
import type { SignedIn, SignInMethod, SignInOffer } from '../sign-in-method.contract.js';
import { UnfitAccountError } from './directory-errors.js';
import type { DirectoryPerson } from './directory-person.js';
import { LdapDirectoryService } from './ldap-directory.service.js';
import { LdapUsersService } from './ldap-users.service.js';
import { LdapStrategy } from './ldap.strategy.js';

/** No directory has longer names, so they are refused without a request. */
const MAX_USERNAME_LENGTH = 256;
const MAX_PASSWORD_LENGTH = 1024;

/** The fields of the form. */
export interface LdapProof {
  username: string | null | undefined;
  password: string | null | undefined;
}

/** Authenticates with the directory's name and password, and provisions the account. */
class DirectoryStrategy extends PassportStrategy(LdapStrategy) {
  constructor(
    server: LdapDirectoryService,
    private readonly people: LdapUsersService,
  ) {
    super({ server });
  }

  /** @throws UnfitAccountError if the user may not have an account. */
  validate(person: DirectoryPerson): Promise<UserEntity> {
    return this.people.provision(person);
  }
}

/** Signs users in with an account of the organization's directory. */
@Injectable()
export class LdapSignInService implements SignInMethod<LdapProof> {
  readonly kind = 'LDAP';
  private readonly strategy: DirectoryStrategy | null;

  constructor(
    @Inject(LdapDirectoryService) private readonly directory: LdapDirectoryService | null,
    people: LdapUsersService,
    private readonly lock: LoginLockService,
    private readonly signIns: SignInsService,
  ) {
    this.strategy = directory && new DirectoryStrategy(directory, people);
  }

  listOffers(): SignInOffer[] {
    if (!this.directory) return [];
    const facts = this.directory.describe();
    return [{ name: 'ldap', displayName: 'LDAP', facts, variables: 'SPANDREL_LDAP_…' }];
  }

  /**
   * Creates the account at the first sign-in and updates it at later ones.
   * @throws UnauthenticatedError for unknown names, wrong passwords and accounts that cannot be
   * used; TooManyRequestsError while the account or the address is locked; UnavailableError if the
   * directory cannot be reached, which does not count as a failure.
   */
  async signIn({ username, password }: LdapProof): Promise<SignedIn> {
    const name = username?.trim();
    if (!name || !password) throw new UnauthenticatedError('Username and password required');
    await this.signIns.countAttempt();
    const user = await this.verifyPassword(name, password);
    if (!user) {
      await this.signIns.countFailure();
      throw await this.recordRefusal(name);
    }
    const tokens = await this.signIns.openSession(user, { authMethod: this.kind });
    return { tokens, returnPath: null };
  }

  /** Returns null for wrong credentials, which count toward the lock. Nothing else counts. */
  private async verifyPassword(username: string, password: string): Promise<UserEntity | null> {
    const { strategy } = this;
    const isTooLong =
      username.length > MAX_USERNAME_LENGTH || password.length > MAX_PASSWORD_LENGTH;
    if (!strategy || isTooLong) return null;
    try {
      return await this.lock.attempt(this.kind, foldUsername(username), () =>
        authenticate<UserEntity>([strategy], { body: { username, password } }),
      );
    } catch (error) {
      if (!(error instanceof UnfitAccountError)) throw error;
      throw await this.recordRefusal(username, error.reason);
    }
  }

  private async recordRefusal(username: string, reason?: string): Promise<UnauthenticatedError> {
    await this.signIns.recordFailure(username, { method: this.kind, ...(reason && { reason }) });
    return new UnauthenticatedError('Invalid username and/or password');
  }
}

/**
 * Returns the form of a user name under which failures are counted. Directories ignore case, width,
 * repeated blanks and invisible characters (RFC 4518), so `ＪＡＮＥ` is `jane`. If such names were
 * counted separately, an attacker would have any number of attempts.
 */
export function foldUsername(username: string): string {
  return username
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .replaceAll(/\p{Z}+/gu, ' ')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim();
}
