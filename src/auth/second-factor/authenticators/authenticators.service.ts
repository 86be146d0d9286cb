import { Injectable, Logger } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import type { EntityManager } from 'typeorm';
import { BadRequestError, ConflictError } from '../../../kernel/errors/errors.js';
import { SealRotationService } from '../../../sealing/seal-rotation.service.js';
import { SealingService, UnreadableSealError } from '../../../sealing/sealing.service.js';
import type { UserEntity } from '../../../users/user.entity.js';
import { AuthenticatorsQueries } from './authenticators.queries.js';
import type { TotpAuthenticatorEntity } from './totp-authenticator.entity.js';

/** The secret of a new authenticator app, as text and as an address for a QR code. */
export interface AuthenticatorSecret {
  /** In base32, to be typed. */
  secret: string;
  /** `otpauth://` URI, to be shown as a QR code. */
  uri: string;
}

/** How long a user may take to enter the first code. A secret that was left on a screen expires. */
const PENDING_MS = 15 * 60_000;

/** RFC 4226, 4: 160 bits. */
const SECRET_BYTES = 20;

/** Codes of the previous and the next thirty seconds work too, because clocks differ. */
const WINDOW_STEPS = 1;

/** Authenticator apps: time-based codes (RFC 6238) of six digits. */
@Injectable()
export class AuthenticatorsService {
  private readonly logger = new Logger('second-factor');

  constructor(
    private readonly queries: AuthenticatorsQueries,
    private readonly sealing: SealingService,
    rotation: SealRotationService,
  ) {
    rotation.register(queries);
  }

  /**
   * Creates a secret, which replaces one that was not confirmed.
   * @throws ConflictError if the user already has a confirmed authenticator.
   */
  async start(user: UserEntity): Promise<AuthenticatorSecret> {
    const totp = createTotp(new Secret({ size: SECRET_BYTES }), user.email ?? user.username);
    const secret = totp.secret.base32;
    const sealed = this.sealing.seal(secret, this.queries.contextOf(user.id));
    if (!(await this.queries.insertPending(user.id, sealed))) {
      throw new ConflictError('You already have an authenticator app. Remove it first.');
    }
    return { secret, uri: totp.toString() };
  }

  /**
   * Confirms the newest secret with a code that the app shows. False if the code is wrong.
   * @throws BadRequestError if the secret is too old.
   */
  async confirm(userId: number, code: string, tx: EntityManager): Promise<boolean> {
    const row = await this.queries.find(userId, tx);
    if (row && Date.now() - row.createdAt.getTime() > PENDING_MS) {
      throw new BadRequestError('That took too long. Begin again.');
    }
    return this.useCode(userId, code, { isPending: true, tx });
  }

  /** Verifies a code, which then works no more, and neither do those before it. */
  verify(userId: number, code: string): Promise<boolean> {
    return this.useCode(userId, code, { isPending: false });
  }

  /** Lists the confirmed authenticators of some users. */
  list(userIds: readonly number[], tx?: EntityManager): Promise<TotpAuthenticatorEntity[]> {
    return this.queries.listConfirmed(userIds, tx);
  }

  /** Removes the authenticator of a user, confirmed or not. False if there is none. */
  remove(userId: number, tx: EntityManager): Promise<boolean> {
    return this.queries.delete(userId, tx);
  }

  private async useCode(
    userId: number,
    code: string,
    { isPending, tx }: { isPending: boolean; tx?: EntityManager },
  ): Promise<boolean> {
    const row = await this.queries.find(userId, tx);
    if (!row || (row.confirmedAt === null) !== isPending) return false;
    const secret = this.open(row);
    if (secret === null) return false;
    const totp = createTotp(Secret.fromBase32(secret));
    const timestamp = Date.now();
    const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
    if (delta === null) return false;
    return this.queries.useStep(userId, totp.counter({ timestamp }) + delta, { isPending }, tx);
  }

  private open({ userId, secretSealed, secretKeyId }: TotpAuthenticatorEntity): string | null {
    try {
      return this.sealing.open(secretSealed, secretKeyId, this.queries.contextOf(userId));
    } catch (error) {
      if (!(error instanceof UnreadableSealError)) throw error;
      this.logger.error({ userId, reason: error.message }, 'an authenticator cannot be read');
      return null;
    }
  }
}

/** Creates a TOTP with the parameters that every app supports. */
function createTotp(secret: Secret, label = ''): TOTP {
  return new TOTP({ issuer: 'Spandrel', label, algorithm: 'SHA1', digits: 6, period: 30, secret });
}
