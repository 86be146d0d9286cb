import { Inject, Injectable } from '@nestjs/common';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { isMailable } from '../kernel/validation/mail-address.js';
import { type Letter, MailService } from '../mail/mail.service.js';
import { AUTH_METHODS } from './auth-methods.contract.js';
import type { UserEntity } from './user.entity.js';

const NOT_YOU = 'If you did not expect this, tell an administrator at once.';

const MINUTE_SECONDS = 60;

/** Notifies users by email of changes to their account. Never throws; see `MailService.send`. */
@Injectable()
export class UserNoticesService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly mail: MailService,
  ) {}

  async sendWelcome(user: UserEntity): Promise<void> {
    await this.send(user, {
      subject: 'Welcome to Spandrel',
      paragraphs: [
        `Your user name is ${user.username}.`,
        AUTH_METHODS[user.authMethod].welcomeText,
      ],
      link: { id: 'welcome-url', label: 'Open Spandrel', url: this.env.rootUrl },
    });
  }

  async sendPasswordChanged(user: UserEntity): Promise<void> {
    await this.send(user, {
      subject: 'Your password was changed',
      paragraphs: ['Your password was changed, and all your sessions have ended.', NOT_YOU],
    });
  }

  /** @param change a sentence about what was added or removed. */
  async sendSignInChanged(user: UserEntity, change: string): Promise<void> {
    const subject = 'The way you sign in was changed';
    await this.send(user, { subject, paragraphs: [change, NOT_YOU] });
  }

  /** @param left how many recovery codes the user still has. */
  async sendRecoveryCodeUsed(user: UserEntity, left: number): Promise<void> {
    await this.send(user, {
      subject: 'A recovery code was used',
      paragraphs: [
        'Somebody, probably you, entered your password and one of your recovery codes. That code no ' +
          `longer works, and you have ${left === 1 ? '1 code' : `${left} codes`} left.`,
        'If you have lost your second factor, remove it in the security settings and add another.',
        NOT_YOU,
      ],
      link: {
        id: 'security-url',
        label: 'Open the security settings',
        url: `${this.env.rootUrl}/profile/security`,
      },
    });
  }

  /**
   * Reports changes by an administrator, a provider or a directory. Also sends the email to the
   * previous address, because its owner would miss it otherwise.
   */
  async sendChanges(before: Pick<UserEntity, 'email' | 'role'>, user: UserEntity): Promise<void> {
    if (before.email !== null && before.email !== user.email) {
      const now = user.email ? `The new address is ${user.email}.` : 'You no longer have one.';
      await this.mail.send(before.email, {
        subject: 'Your email address was changed',
        paragraphs: [`Hello ${user.username},`, `Your email address was changed. ${now}`, NOT_YOU],
      });
    }
    if (before.role !== user.role) {
      await this.send(user, {
        subject: 'Your role was changed',
        paragraphs: [`Your role is now ${user.role}.`, NOT_YOU],
      });
    }
  }

  /** @param url where the user can choose a new password within `minutes`. */
  async sendPasswordReset(user: UserEntity, url: string, minutes: number): Promise<void> {
    const letter = {
      subject: 'Password reset request',
      paragraphs: [
        'Somebody, probably you, asked to reset your password.',
        `The link below works once, within ${minutes} minutes. If it was not you, ignore this ` +
          'email. Your password stays the same.',
      ],
      link: { id: 'reset-url', label: 'Choose a new password', url },
    };
    await this.send(user, letter, minutes * MINUTE_SECONDS);
  }

  /**
   * Warns the administrators. The support address gets a copy of each email, or a separate email if no
   * administrator can get one.
   * @param advice how much storage is used, and what to do.
   */
  async sendStorageWarning(administrators: readonly UserEntity[], advice: string): Promise<void> {
    const { supportEmail } = this.env.storage;
    const letter: Letter = {
      subject: 'Storage is running out',
      paragraphs: [advice],
      link: {
        id: 'data-url',
        label: 'Open the data settings',
        url: `${this.env.rootUrl}/settings/data`,
      },
      ...(supportEmail !== null && {
        contact: {
          id: 'support-email',
          label: 'Contact support',
          url: `mailto:${supportEmail}`,
          address: supportEmail,
        },
      }),
    };
    const reachable = administrators.filter(({ email }) => email !== null && isMailable(email));
    for (const user of reachable) await this.send(user, letter);
    if (reachable.length === 0) await this.mail.send(supportEmail, letter);
  }

  private async send(user: UserEntity, letter: Letter, keepSeconds?: number): Promise<void> {
    const paragraphs = [`Hello ${user.username},`, ...letter.paragraphs];
    await this.mail.send(user.email, { ...letter, paragraphs }, keepSeconds);
  }
}
