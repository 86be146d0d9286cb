import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  assertSelfOrAdmin,
  Caller,
  type Identity,
  ONLY_ADMIN,
  refuseApplications,
} from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { AUTH_METHODS } from '../../../users/auth-methods.contract.js';
import { toUser, User, UserMutationPayload } from '../../../users/graphql/user.type.js';
import {
  hasFactor,
  SecondFactorService,
  type SecondFactorState,
} from '../second-factor.service.js';
import { ResetSecondFactorInput } from './second-factor.inputs.js';
import { SecondFactor, toPasskey } from './second-factor.type.js';

/** The second factor of a user, for that user and administrators. */
@Resolver(() => User)
export class UserSecondFactorResolver {
  private readonly byUser: BatchLoader<number, SecondFactorState>;

  constructor(private readonly secondFactors: SecondFactorService) {
    this.byUser = { batch: (userIds) => secondFactors.list(userIds) };
  }

  @ResolveField(() => SecondFactor, {
    nullable: true,
    description:
      'Visible to the user and administrators. Null for accounts that are not local, because their ' +
      'provider or directory asks for it.',
  })
  async secondFactor(
    @Parent() { rowId, authMethod }: User,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SecondFactor | null> {
    assertSelfOrAdmin(caller, rowId);
    if (!AUTH_METHODS[authMethod].hasPassword) return null;
    const state = await loaders.of(this.byUser).load(rowId);
    const { authenticatorAddedAt, recoveryCodes: recoveryCodeCount } = state;
    const isMissing = this.secondFactors.isRequired && !hasFactor(state);
    const passkeys = state.passkeys.map(toPasskey);
    return { isMissing, authenticatorAddedAt, passkeys, recoveryCodeCount };
  }

  @Mutation(() => UserMutationPayload, {
    description:
      'Removes every second factor of a user who has lost them, and ends their sessions.',
  })
  @Access(
    'ADMIN',
    {
      'with authentication only': ONLY_ADMIN,
      'no API keys': 'API keys cannot reset a second factor.',
    },
    'while storage is full too',
  )
  async resetSecondFactor(
    @Args('input') { userId }: ResetSecondFactorInput,
    @Caller() caller: Identity,
  ): Promise<UserMutationPayload> {
    refuseApplications(caller);
    const user = await this.secondFactors.reset(requireRowId(userId, 'User'), caller);
    return { user: toUser(user), query: {} };
  }
}
