import { Inject, Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { UnauthenticatedError } from '../../../kernel/errors/errors.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { UsersService } from '../../../users/users.service.js';
import type { UsedCredential } from '../../second-factor/passkeys/credential.js';
import { PasskeysService } from '../../second-factor/passkeys/passkeys.service.js';
import type { RelyingParty } from '../../second-factor/passkeys/relying-party.js';
import { assertPasswordsAccepted, PASSWORD_VARIABLES } from '../../sign-ins/authentication-on.js';
import { SignInsService } from '../../sign-ins/sign-ins.service.js';
import type { SignedIn, SignInMethod, SignInOffer } from '../sign-in-method.contract.js';

/** The browser's response, and the address at which the browser sees this server. */
export interface PasskeyProof {
  credential: UsedCredential;
  party: RelyingParty;
}

/**
 * Signs users of local accounts in with a passkey alone. It counts as two factors, because it must
 * verify the user with a fingerprint or a PIN.
 */
@Injectable()
export class PasskeySignInService implements SignInMethod<PasskeyProof> {
  readonly kind = 'LOCAL';

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly passkeys: PasskeysService,
    private readonly users: UsersService,
    private readonly signIns: SignInsService,
  ) {}

  listOffers(): SignInOffer[] {
    if (!this.env.auth.isPasswordLoginEnabled) return [];
    const host = this.env.publicUrl === undefined ? null : new URL(this.env.publicUrl).hostname;
    const facts = [{ label: 'Host name', value: host ?? 'as in the address of the browser' }];
    return [{ name: 'passkey', displayName: 'Passkey', facts, variables: PASSWORD_VARIABLES }];
  }

  /**
   * Returns what the browser needs to ask for a passkey of any account.
   * @throws like `signIn`.
   */
  async begin(party: RelyingParty) {
    assertPasswordsAccepted(this.env.auth);
    await this.signIns.countAttempt();
    return this.passkeys.startUse(null, party);
  }

  /**
   * @throws UnauthenticatedError if the passkey is unknown, did not verify the user, or signed another
   * challenge; TooManyRequestsError while the address is locked; ForbiddenError if the server does not
   * accept passwords, and so has no local accounts; NotFoundError if authentication is off.
   */
  async signIn({ credential, party }: PasskeyProof): Promise<SignedIn> {
    assertPasswordsAccepted(this.env.auth);
    await this.signIns.countAttempt();
    const details = { method: this.kind, proof: 'passkey' };
    const { use, user } = await this.signIns.recordingFailure(null, details, async () => {
      const verified = await this.passkeys.verify(null, credential, party);
      const owner = await this.users.findById(verified.userId);
      const isUsable = owner?.authMethod === this.kind && owner.deactivatedAt === null;
      if (isUsable) return { use: verified, user: owner };
      throw new UnauthenticatedError('The passkey could not be verified.');
    });
    const tokens = await this.database.inTransaction(async (tx) => {
      await this.passkeys.recordUse(use, tx);
      const session = { authMethod: this.kind, proof: { proof: 'passkey' } } as const;
      return this.signIns.openSession(user, session, tx);
    });
    return { tokens, returnPath: null };
  }
}
