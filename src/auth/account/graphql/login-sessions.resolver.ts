import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { assertSelfOrAdmin, Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { toUser, User, UserMutationPayload } from '../../../users/graphql/user.type.js';
import { LoginSessionsService } from '../../sessions/login-sessions.service.js';
import { OwnSessionsService } from '../own-sessions.service.js';
import { EndLoginSessionInput } from './account.inputs.js';
import { LOGIN_SESSION_TYPE, LoginSession, toLoginSession } from './login-session.type.js';

const NO_SESSIONS = 'Authentication is off, so there are no sessions.';
const NO_KEYS = 'API keys cannot end sessions.';

/** The sessions of a user, for that user and for administrators. */
@Resolver(() => User)
export class LoginSessionsResolver {
  private readonly byUser: BatchLoader<number, LoginSession[]>;

  constructor(
    sessions: LoginSessionsService,
    private readonly ownSessions: OwnSessionsService,
  ) {
    this.byUser = {
      batch: async (userIds) => {
        const byUser = Map.groupBy(await sessions.listByUser(userIds), ({ userId }) => userId);
        return userIds.map((id) => (byUser.get(id) ?? []).map(toLoginSession));
      },
    };
  }

  @ResolveField(() => [LoginSession], {
    description: 'Active sessions, newest first. Visible to the user and administrators.',
  })
  async sessions(
    @Parent() { rowId }: User,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<LoginSession[]> {
    assertSelfOrAdmin(caller, rowId);
    return loaders.of(this.byUser).load(rowId);
  }

  @Mutation(() => UserMutationPayload, {
    description: 'Ends one of your sessions. Administrators can end any session.',
  })
  @Access(
    'VIEWER',
    { 'with authentication only': NO_SESSIONS, 'no API keys': NO_KEYS },
    'while storage is full too',
  )
  async endLoginSession(
    @Args('input') { id }: EndLoginSessionInput,
    @Caller() caller: Identity,
  ): Promise<UserMutationPayload> {
    const user = await this.ownSessions.end(requireRowId(id, LOGIN_SESSION_TYPE), caller);
    return { user: toUser(user), query: {} };
  }

  @Mutation(() => UserMutationPayload, {
    description: 'Ends all your sessions except this one.',
  })
  @Access(
    'VIEWER',
    { 'with authentication only': NO_SESSIONS, 'no API keys': NO_KEYS },
    'while storage is full too',
  )
  async endOtherLoginSessions(@Caller() caller: Identity): Promise<UserMutationPayload> {
    return { user: toUser(await this.ownSessions.endOthers(caller)), query: {} };
  }
}

/** Fields of a session that depend on the caller. */
@Resolver(() => LoginSession)
export class LoginSessionFieldsResolver {
  @ResolveField(() => Boolean, {
    description: 'Whether this request belongs to the session.',
  })
  isCurrent(@Parent() { rowId }: LoginSession, @Caller() caller: Identity): boolean {
    return rowId === caller.sessionId;
  }
}
