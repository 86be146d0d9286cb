import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type IdentifiedRequest, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { type AddressedRequest, getPublicOrigin } from '../../../kernel/http/public-origin.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { toUser, UserMutationPayload } from '../../../users/graphql/user.type.js';
import { type ChangedFactor, OwnSecondFactorService } from '../own-second-factor.service.js';
import { type RelyingParty, toRelyingParty } from '../passkeys/relying-party.js';
import {
  AddPasskeyInput,
  ConfirmAuthenticatorInput,
  PasswordProofInput,
  RemovePasskeyInput,
} from './second-factor.inputs.js';
import {
  PASSKEY_TYPE,
  SecondFactorPayload,
  StartAuthenticatorPayload,
  StartPasskeyPayload,
} from './second-factor.type.js';

/** The part of the context that says at which address the browser sees this server. */
interface RequestContext {
  req: IdentifiedRequest & AddressedRequest;
}

/** Changes to your own second factor. */
@Resolver()
@Access(
  'VIEWER',
  {
    'with authentication only': 'Authentication is off, so there is no account to change.',
    'no API keys': 'API keys cannot change how you sign in.',
    'people only': 'The system user cannot sign in.',
  },
  'while storage is full too',
)
export class OwnSecondFactorResolver {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly own: OwnSecondFactorService,
  ) {}

  @Mutation(() => StartAuthenticatorPayload, {
    description: 'Begins adding an authenticator app. Nothing changes until you confirm it.',
  })
  @Access('while the second factor is missing too')
  async startAuthenticator(
    @Args('input') { password }: PasswordProofInput,
    @Caller() caller: Identity,
  ): Promise<StartAuthenticatorPayload> {
    return { ...(await this.own.startAuthenticator(caller, password)), query: {} };
  }

  @Mutation(() => SecondFactorPayload, {
    description: 'Adds the authenticator app that you have begun to add.',
  })
  @Access('while the second factor is missing too')
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

  @Mutation(() => StartPasskeyPayload, {
    description: 'Begins adding a passkey. Nothing changes until you add it.',
  })
  @Access('while the second factor is missing too')
  async startPasskey(
    @Args('input') { password }: PasswordProofInput,
    @Caller() caller: Identity,
    @Context() { req }: RequestContext,
  ): Promise<StartPasskeyPayload> {
    const options = await this.own.startPasskey(caller, password, this.readParty(req));
    return { options, query: {} };
  }

  @Mutation(() => SecondFactorPayload, {
    description: 'Adds the passkey that your browser has created.',
  })
  @Access('while the second factor is missing too')
  async addPasskey(
    @Args('input') { name, credential }: AddPasskeyInput,
    @Caller() caller: Identity,
    @Context() { req }: RequestContext,
  ): Promise<SecondFactorPayload> {
    const passkey = { name, credential };
    return toPayload(await this.own.addPasskey(caller, passkey, this.readParty(req)));
  }

  @Mutation(() => UserMutationPayload, { description: 'Removes one of your passkeys.' })
  async removePasskey(
    @Args('input') { id, password }: RemovePasskeyInput,
    @Caller() caller: Identity,
  ): Promise<UserMutationPayload> {
    const rowId = requireRowId(id, PASSKEY_TYPE);
    return { user: toUser(await this.own.removePasskey(caller, rowId, password)), query: {} };
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

  private readParty(request: AddressedRequest): RelyingParty {
    return toRelyingParty(getPublicOrigin(this.env, request));
  }
}

function toPayload({ user, recoveryCodes }: ChangedFactor): SecondFactorPayload {
  return { user: toUser(user), recoveryCodes, query: {} };
}
