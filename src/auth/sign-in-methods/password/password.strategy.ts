import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import { PasswordsService } from '../../../users/passwords.service.js';
import type { UserEntity } from '../../../users/user.entity.js';
import { UsersService } from '../../../users/users.service.js';

/** Authenticates by email address and a password whose hash is stored here. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
  ) {
    super({ usernameField: 'email' });
  }

  /** Null for a wrong password. Refusing an unknown address takes just as long. */
  async validate(email: string, password: string): Promise<UserEntity | null> {
    const user = await this.users.findByEmail(email);
    const { matches, isOutdated } = await this.passwords.verify(
      user?.passwordHash ?? null,
      password,
    );
    if (!user || !matches || user.deactivatedAt !== null) return null;
    if (isOutdated) await this.users.rehash(user, await this.passwords.hash(password));
    return user;
  }
}
