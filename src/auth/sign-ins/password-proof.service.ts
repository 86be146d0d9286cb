import { Injectable } from '@nestjs/common';
import { BadRequestError } from '../../kernel/errors/errors.js';
import { PasswordsService } from '../../users/passwords.service.js';
import type { UserEntity } from '../../users/user.entity.js';
import { LoginLockService } from '../lock/login-lock.service.js';

/**
 * Lets signed-in users prove that they are the owner of the account, not somebody at their unlocked
 * computer. A wrong password counts like one at sign-in.
 */
@Injectable()
export class PasswordProofService {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly lock: LoginLockService,
  ) {}

  /** @throws TooManyRequestsError while the account is locked. */
  async isProven(user: UserEntity, password: string): Promise<boolean> {
    const proven = await this.lock.attempt(user.authMethod, user.email ?? '', async () => {
      const { matches } = await this.passwords.verify(user.passwordHash, password);
      return matches || null;
    });
    return proven ?? false;
  }

  /** @throws BadRequestError for a wrong password; TooManyRequestsError while the account is locked. */
  async assertProven(user: UserEntity, password: string): Promise<void> {
    if (await this.isProven(user, password)) return;
    throw new BadRequestError('The password is wrong.');
  }
}
