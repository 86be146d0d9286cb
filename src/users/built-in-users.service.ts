import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import { AuditService, toUserSubject } from '../audit/audit.service.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { holdLock } from '../database/advisory-locks.js';
import { AUTH_METHOD_NAMES, AUTH_METHODS, type AuthMethodName } from './auth-methods.contract.js';
import { DEFAULT_ADMIN, SYSTEM_USER } from './built-in-users.contract.js';
import { PasswordsService } from './passwords.service.js';
import { UserNoticesService } from './user-notices.service.js';
import { NO_PASSWORD, UserEntity } from './user.entity.js';

/**
 * Creates the users that every server has. Runs at startup, whether authentication is on or off.
 */
@Injectable()
export class BuiltInUsersService {
  private readonly logger = new Logger('users');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly passwords: PasswordsService,
    private readonly notices: UserNoticesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Creates the system user, an administrator if there is none, and those in `SPANDREL_ADMINS`.
   * Servers that start together do this once.
   * @returns the generated password of the default administrator, to show once.
   */
  async ensure(): Promise<string | null> {
    const { password, welcome } = await this.database.inTransaction(async (tx) => {
      await holdLock(tx, 'builtInUsers');
      await this.ensureSystemUser(tx);
      await this.ensureDefaultAdmin(tx);
      const named = await this.ensureNamedAdmins(tx);
      return { password: await this.ensureFirstPassword(tx), welcome: named };
    });
    if (this.env.auth.isEnabled) {
      for (const user of welcome) await this.notices.sendWelcome(user);
    }
    return password;
  }

  private async ensureSystemUser(tx: EntityManager): Promise<void> {
    if (await tx.existsBy(UserEntity, { role: 'SYSTEM' })) return;
    await tx.insert(UserEntity, {
      ...SYSTEM_USER,
      role: 'SYSTEM',
      authMethod: 'LOCAL',
      passwordHash: NO_PASSWORD,
    });
  }

  private async ensureDefaultAdmin(tx: EntityManager): Promise<void> {
    if (await tx.existsBy(UserEntity, { role: 'ADMIN' })) return;
    const { username, email } = DEFAULT_ADMIN;
    const { affected } = await tx.update(UserEntity, { email }, { role: 'ADMIN' });
    if (affected !== 0) return;
    const isTaken = await tx.existsBy(UserEntity, { username });
    await tx.insert(UserEntity, {
      username: isTaken ? `${username} (${randomBytes(3).toString('hex')})` : username,
      email,
      role: 'ADMIN',
      authMethod: 'LOCAL',
      passwordHash: NO_PASSWORD,
      passwordNeedsReset: true,
    });
  }

  /**
   * Skips administrators whose name or address is taken.
   * @returns the new users.
   */
  private async ensureNamedAdmins(tx: EntityManager): Promise<UserEntity[]> {
    const made: UserEntity[] = [];
    const isConfigured = (name: AuthMethodName) => AUTH_METHODS[name].isConfigured(this.env);
    const authMethod = AUTH_METHOD_NAMES.find(isConfigured) ?? 'OAUTH2';
    const { hasPassword } = AUTH_METHODS[authMethod];
    for (const { username, email } of this.env.auth.admins) {
      if (await tx.existsBy(UserEntity, [{ username }, { email }])) continue;
      const user = tx.create(UserEntity, {
        username,
        email,
        role: 'ADMIN',
        authMethod,
        passwordHash: hasPassword ? NO_PASSWORD : null,
        passwordNeedsReset: hasPassword,
      });
      await tx.save(user);
      const subject = toUserSubject(user);
      const details = { role: 'ADMIN', method: authMethod };
      const entry = { action: 'user.created', actor: null, actorName: 'SPANDREL_ADMINS' };
      await this.audit.record({ ...entry, subject, details }, tx);
      made.push(user);
    }
    return made;
  }

  /** Sets the default administrator's password when authentication is first turned on. */
  private async ensureFirstPassword(tx: EntityManager): Promise<string | null> {
    const { isEnabled, isPasswordLoginEnabled, initialAdminPassword } = this.env.auth;
    if (!isEnabled || !isPasswordLoginEnabled) return null;
    const waiting = { email: DEFAULT_ADMIN.email, passwordHash: NO_PASSWORD };
    if (!(await tx.existsBy(UserEntity, waiting))) return null;
    const isGenerated = initialAdminPassword === undefined;
    const password = isGenerated ? this.passwords.generate() : initialAdminPassword;
    const passwordHash = await this.passwords.hash(password);
    // A password that the operator chose stays, so that scripts can set up a server.
    await tx.update(UserEntity, waiting, { passwordHash, passwordNeedsReset: isGenerated });
    await this.warnOfOtherAdmins(tx);
    return isGenerated ? password : null;
  }

  /** While authentication was off, anyone could create administrators. */
  private async warnOfOtherAdmins(tx: EntityManager): Promise<void> {
    const expected = [DEFAULT_ADMIN, ...this.env.auth.admins].map(({ email }) => email);
    const admins = await tx.findBy(UserEntity, { role: 'ADMIN', email: Not(In(expected)) });
    if (admins.length === 0) return;
    const emails = admins.map(({ email }) => email);
    this.logger.warn(
      { emails },
      'administrators were created while authentication was off; delete those you do not know',
    );
  }
}
