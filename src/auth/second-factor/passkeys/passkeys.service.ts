import { Injectable, Logger } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type EntityManager, In } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import {
  BadRequestError,
  ConflictError,
  UnauthenticatedError,
} from '../../../kernel/errors/errors.js';
import type { UserEntity } from '../../../users/user.entity.js';
import {
  type NewCredential,
  toAuthenticationResponse,
  toRegistrationResponse,
  type UsedCredential,
} from './credential.js';
import { PasskeyChallengesService } from './passkey-challenges.service.js';
import { PasskeyEntity } from './passkey.entity.js';
import { PasskeyHandlesService } from './passkey-handles.service.js';
import type { RelyingParty } from './relying-party.js';

/** A passkey that has signed a challenge. */
export interface PasskeyUse {
  passkeyId: number;
  /** Row ID of its owner. */
  userId: number;
  counter: number;
}

const MAX_PASSKEYS = 20;
const NOT_VERIFIED = 'The passkey could not be verified.';

/**
 * The row is locked until the transaction ends. A counter that does not grow is that of a copy; zero
 * means that the passkey does not count.
 */
const USE = `
  UPDATE passkeys SET counter = $2, last_used_at = now()
  WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))
  RETURNING 1`;

/** Passkeys of local accounts (WebAuthn, level 3). */
@Injectable()
export class PasskeysService {
  private readonly logger = new Logger('second-factor');

  constructor(
    private readonly database: DatabaseWriter,
    private readonly challenges: PasskeyChallengesService,
    private readonly handles: PasskeyHandlesService,
  ) {}

  /** Lists the passkeys of some users, oldest first. */
  list(
    userIds: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<PasskeyEntity[]> {
    return tx.find(PasskeyEntity, { where: { userId: In([...userIds]) }, order: { id: 'ASC' } });
  }

  /**
   * Returns what the browser needs to create a passkey.
   * @throws ConflictError if the user has too many.
   */
  async startRegistration(
    user: UserEntity,
    party: RelyingParty,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const existing = await this.list([user.id]);
    if (existing.length >= MAX_PASSKEYS) {
      throw new ConflictError(`You can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
    }
    const challenge = await this.challenges.issue({ purpose: 'registration', userId: user.id });
    return generateRegistrationOptions({
      rpName: 'Spandrel',
      rpID: party.id,
      userID: await this.handles.ensure(user.id),
      userName: user.email ?? user.username,
      userDisplayName: user.username,
      challenge: Buffer.from(challenge, 'base64url'),
      attestationType: 'none',
      excludeCredentials: existing.map(toDescriptor),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
  }

  /**
   * Stores a passkey that the browser has created.
   * @throws BadRequestError if it does not prove that it was created for this server and user now;
   * ConflictError if it is already known.
   */
  async register(
    userId: number,
    { name, credential }: { name: string; credential: NewCredential },
    party: RelyingParty,
    tx: EntityManager,
  ): Promise<void> {
    const use = { purpose: 'registration', userId } as const;
    const verified = await this.orNull(
      verifyRegistrationResponse({
        response: toRegistrationResponse(credential),
        expectedChallenge: (challenge) => this.challenges.spend(challenge, use, tx),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: false,
      }),
    );
    const created = verified?.registrationInfo?.credential;
    if (!created) throw new BadRequestError('The passkey could not be verified. Try again.');
    const credentialId = Buffer.from(created.id, 'base64url');
    if (await tx.existsBy(PasskeyEntity, { credentialId })) {
      throw new ConflictError('This passkey has already been added.');
    }
    await tx.insert(PasskeyEntity, {
      userId,
      name,
      credentialId,
      publicKey: Buffer.from(created.publicKey),
      counter: created.counter,
      transports: created.transports ?? [],
    });
  }

  /**
   * Returns what the browser needs to ask for a passkey.
   * @param userId whose passkeys can be used as the second step. Null for any user who signs in with
   * a passkey alone, which must therefore verify the user.
   */
  async startUse(
    userId: number | null,
    party: RelyingParty,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const challenge = await this.challenges.issue(toChallengeUse(userId));
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge: Buffer.from(challenge, 'base64url'),
      userVerification: userId === null ? 'required' : 'preferred',
      ...(userId !== null && { allowCredentials: (await this.list([userId])).map(toDescriptor) }),
    });
  }

  /**
   * Verifies what a passkey has signed. Uses up the challenge, even if the rest is wrong.
   * @param userId as for `startUse`.
   * @throws UnauthenticatedError if the passkey is unknown, belongs to another user, or did not sign
   * a challenge that was issued for this.
   */
  async verify(
    userId: number | null,
    credential: UsedCredential,
    party: RelyingParty,
  ): Promise<PasskeyUse> {
    const credentialId = Buffer.from(credential.id, 'base64url');
    const passkey = await this.database.manager.findOneBy(PasskeyEntity, { credentialId });
    const verified = await this.orNull(
      verifyAuthenticationResponse({
        response: toAuthenticationResponse(credential),
        expectedChallenge: (challenge) => this.challenges.spend(challenge, toChallengeUse(userId)),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        credential: {
          id: credential.id,
          publicKey: new Uint8Array(passkey?.publicKey ?? []),
          counter: passkey?.counter ?? 0,
        },
        requireUserVerification: userId === null,
      }),
    );
    const isOwn = passkey !== null && (await this.isOwner(passkey.userId, userId, credential));
    if (!isOwn || !verified?.verified) throw new UnauthenticatedError(NOT_VERIFIED);
    const { newCounter: counter } = verified.authenticationInfo;
    return { passkeyId: passkey.id, userId: passkey.userId, counter };
  }

  /**
   * Records a verified use, so that a session can be opened.
   * @throws UnauthenticatedError if the passkey has since been removed or used.
   */
  async recordUse({ passkeyId, counter }: PasskeyUse, tx: EntityManager): Promise<void> {
    const [rows] = await tx.query<[unknown[], number]>(USE, [passkeyId, counter]);
    if (rows.length === 0) throw new UnauthenticatedError(NOT_VERIFIED);
  }

  /** False if the user has no such passkey. */
  async remove(userId: number, id: number, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.delete(PasskeyEntity, { id, userId });
    return affected === 1;
  }

  async removeAll(userId: number, tx: EntityManager): Promise<void> {
    await tx.delete(PasskeyEntity, { userId });
  }

  /**
   * Returns whether the passkey belongs to this user, or to anyone, and the browser says the same. Only if
   * the user is known already, the browser may say nothing (WebAuthn 3, 7.2).
   */
  private async isOwner(
    ownerId: number,
    userId: number | null,
    { response: { userHandle } }: UsedCredential,
  ): Promise<boolean> {
    if (userId !== null && ownerId !== userId) return false;
    if (!userHandle) return userId !== null;
    return this.handles.belongsTo(ownerId, Buffer.from(userHandle, 'base64url'));
  }

  /** The library throws an error for each thing that is wrong. Users are told only that it is. */
  private async orNull<T>(verification: Promise<T>): Promise<T | null> {
    try {
      return await verification;
    } catch (error) {
      this.logger.warn({ reason: String(error) }, 'a passkey could not be verified');
      return null;
    }
  }
}

function toChallengeUse(userId: number | null) {
  return { purpose: userId === null ? 'sign-in' : 'second-step', userId } as const;
}

function toDescriptor({ credentialId, transports }: PasskeyEntity) {
  return { id: credentialId.toString('base64url'), transports };
}
