import { Inject, Injectable } from '@nestjs/common';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { type Letter, MailService } from '../mail/mail.service.js';
import type { UserEntity } from './user.entity.js';

const NOT_YOU = 'If this surprises you, tell an administrator at once.';

/** Tells people by mail what has happened to their account; nothing waits for it. */
@Injectable()
export class UserNoticesService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly mail: MailService,
  ) {}

  welcome(user: UserEntity): void {
    const { rootUrl } = this.env;
    const how = {
      LOCAL:
        'Sign in with this e-mail address and the password that you were given. If you were given ' +
        'none, choose one with "Forgot password" on the sign-in page.',
      OAUTH2: 'Sign in with the account of your identity provider.',
      LDAP: 'Sign in with your account of the directory.',
    };
    this.tell(user, {
      subject: 'Welcome to Spandrel',
      paragraphs: [`You have an account as ${user.username}.`, how[user.authMethod]],
      link: { id: 'welcome-url', label: 'Open Spandrel', url: rootUrl },
    });
  }

  passwordChanged(user: UserEntity): void {
    this.tell(user, {
      subject: 'Your password was changed',
      paragraphs: ['Your password was changed, and all your sessions have ended.', NOT_YOU],
    });
  }

  /**
   * Tells what an administrator, a provider or a directory has changed; also to the address of
   * before, where it would be missed.
   */
  changed(before: Pick<UserEntity, 'email' | 'role'>, user: UserEntity): void {
    if (before.email !== null && before.email !== user.email) {
      const now = user.email ? `It is ${user.email} from now on.` : 'There is none from now on.';
      this.mail.send(before.email, {
        subject: 'Your e-mail address was changed',
        paragraphs: [`Hello ${user.username},`, `Your e-mail address was changed. ${now}`, NOT_YOU],
      });
    }
    if (before.role !== user.role) {
      this.tell(user, {
        subject: 'Your role was changed',
        paragraphs: [`Your role is ${user.role} from now on.`, NOT_YOU],
      });
    }
  }

  /** @param url where a new password can be chosen, for so many minutes. */
  passwordReset(user: UserEntity, url: string, minutes: number): void {
    this.tell(user, {
      subject: 'Password reset request',
      paragraphs: [
        'Somebody, probably you, asked for a new password.',
        `The link below is good for ${minutes} minutes and for one time. If it was not you, there is ` +
          'nothing to do: your password stays as it is.',
      ],
      link: { id: 'reset-url', label: 'Choose a new password', url },
    });
  }

  private tell(user: UserEntity, letter: Letter): void {
    const paragraphs = [`Hello ${user.username},`, ...letter.paragraphs];
    this.mail.send(user.email, { ...letter, paragraphs });
  }
}
