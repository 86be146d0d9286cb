import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { UserMutationPayload } from '../../../users/graphql/user.type.js';
import { toUser, User } from '../../../users/graphql/user.type.js';
import { UsersService } from '../../../users/users.service.js';
import { clearSessionCookies } from '../../sessions/session-cookies.js';
import { OwnAccountService } from '../own-account.service.js';
import { PatchViewerInput } from './account.inputs.js';

/** The account of the caller. */
@Resolver()
export class ViewerResolver {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly users: UsersService,
    private readonly account: OwnAccountService,
  ) {}

  @Query(() => User, {
    nullable: true,
    description: 'The user who sent the request; null if authentication is off.',
  })
  @Access('VIEWER', 'while the password is expired too', 'while the second factor is missing too')
  async viewer(@Caller() caller: Identity): Promise<User | null> {
    const user = await this.users.findCaller(caller);
    return user && toUser(user);
  }

  @Mutation(() => UserMutationPayload, { description: 'Changes your own account.' })
  @Access(
    'VIEWER',
    { 'with authentication only': 'Authentication is off, so there is no account to change.' },
    'while the password is expired too',
    'while the second factor is missing too',
    'while storage is full too',
  )
  async patchViewer(
    @Args('input') input: PatchViewerInput,
    @Caller() caller: Identity,
    @Context() { res }: GraphqlContext,
  ): Promise<UserMutationPayload> {
    const { newUsername: username, newPassword: password, currentPassword } = input;
    const user = await this.account.change(caller, { username, password, currentPassword });
    // Changing the password has ended this session too.
    if (password != null) clearSessionCookies(res, this.env.auth.cookies);
    return { user: toUser(user), query: {} };
  }
}
