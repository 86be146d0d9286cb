import { Args, Mutation, Resolver } from '@nestjs/graphql';
import {
  Caller,
  type Identity,
  NoApiKeys,
  PeopleOnly,
  RequiredRole,
  WhenSignedIn,
  WhileSecondFactorMissing,
  WhileStorageIsFull,
} from '../../../common/access/access.js';
import { toUser, UserMutationPayload } from '../../../users/graphql/user.type.js';
import { type ChangedFactor, OwnSecondFactorService } from '../own-second-factor.service.js';
import { ConfirmAuthenticatorInput, PasswordProofInput } from './second-factor.inputs.js';
import { SecondFactorPayload, StartAuthenticatorPayload } from './second-factor.type.js';

/** Changes to your own second factor. */
@Resolver()
@RequiredRole('VIEWER')
@WhenSignedIn('Authentication is off, so there is no account to change.')
@NoApiKeys('API keys cannot change how you sign in.')
@PeopleOnly('The system user cannot sign in.')
@WhileStorageIsFull()
export class OwnSecondFactorResolver {
  constructor(private readonly own: OwnSecondFactorService) {}

  @Mutation(() => StartAuthenticatorPayload, {
    description: 'Begins adding an authenticator app. Nothing changes until you confirm it.',
  })
  @WhileSecondFactorMissing()
  async startAuthenticator(
    @Args('input') { password }: PasswordProofInput,
    @Caller() caller: Identity,
  ): Promise<StartAuthenticatorPayload> {
    return { ...(await this.own.startAuthenticator(caller, password)), query: {} };
  }

  @Mutation(() => SecondFactorPayload, {
    description: 'Adds the authenticator app that you have begun to add.',
  })
  @WhileSecondFactorMissing()
  async confirmAuthenticator(
    @Args('input') { code }: ConfirmAuthenticatorInput,
    @Caller() caller: Identity,
  ): Promise<SecondFactorPayload> {
    return toPayload(await this.own.confirmAuthenticator(caller, code));
  }

  @Mutation(() => UserMutationPayload, { description: 'Removes your authenticator app.' })
  async removeAuthenticator(
    @Args('input') { password }: PasswordProofInput,
    @Caller() caller: Identity,
  ): Promise<UserMutationPayload> {
    return { user: toUser(await this.own.removeAuthenticator(caller, password)), query: {} };
  }

  @Mutation(() => SecondFactorPayload, {
    description: 'Replaces your recovery codes. The previous ones no longer work.',
  })
  async replaceRecoveryCodes(
    @Args('input') { password }: PasswordProofInput,
    @Caller() caller: Identity,
  ): Promise<SecondFactorPayload> {
    return toPayload(await this.own.replaceRecoveryCodes(caller, password));
  }
}

function toPayload({ user, recoveryCodes }: ChangedFactor): SecondFactorPayload {
  return { user: toUser(user), recoveryCodes, query: {} };
}
