import { Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  assertAccountIsReady,
  assertSelfOrAdmin,
  Caller,
  type Identity,
} from '../../kernel/access/access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { User } from '../../users/graphql/user.type.js';
import { UserApiKey } from './api-key.type.js';
import { KeyCountLoader, KeysOfUserLoader } from './api-keys.loader.js';

/** The fields that API keys add to a user, for that user and administrators. */
@Resolver(() => User)
export class UserKeysResolver {
  constructor(
    private readonly keys: KeysOfUserLoader,
    private readonly counts: KeyCountLoader,
  ) {}

  @ResolveField(() => [UserApiKey], {
    description: 'Newest first. Visible to the user and administrators. The system user has none.',
  })
  apiKeys(
    @Parent() { rowId }: User,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<UserApiKey[]> {
    assertSelfOrAdmin(caller, rowId);
    // Through a key's project, a query could reach everything else.
    assertAccountIsReady(caller);
    return loaders.of(this.keys).load(rowId);
  }

  @ResolveField(() => Int, { description: 'Visible to the user and administrators.' })
  apiKeyCount(
    @Parent() { rowId }: User,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    assertSelfOrAdmin(caller, rowId);
    return loaders.of(this.counts).load(rowId);
  }
}
