import { Args, Context, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../../kernel/pagination/connection.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { parseKeysetCursor, toKeysetCursor } from '../../../kernel/pagination/keyset-cursor.js';
import { createLoaderById } from '../../../kernel/graphql/loaders.js';
import { toUser, User } from '../../../users/graphql/user.type.js';
import { UsersService } from '../../../users/users.service.js';
import { AuditEvent, AuditEventConnection, toAuditEvent } from './audit-event.type.js';
import { AuditLogService } from '../audit-log.service.js';
import { AuditEventsArgs } from './audit-events.args.js';

/** The audit log, for administrators. */
@Resolver(() => AuditEvent)
export class AuditLogResolver {
  private readonly users;

  constructor(
    private readonly log: AuditLogService,
    users: UsersService,
  ) {
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }

  @Query(() => AuditEventConnection, { description: 'Who did what, newest first.' })
  @Access('ADMIN')
  async auditEvents(@Args() args: AuditEventsArgs): Promise<Connection<AuditEvent>> {
    const { first, after } = forwardPage({ first: args.first ?? 50, after: args.after });
    const before = after === null ? null : parseKeysetCursor(after).id;
    const { rows, stoppedAt } = await this.log.listPage(args.filter ?? {}, before, first);
    const { edges, pageInfo } = keysetConnection(
      rows,
      first,
      after,
      ({ id }) => toKeysetCursor({ id }),
      toAuditEvent,
    );
    if (stoppedAt !== null) {
      // A search may have stopped beyond the last event it found.
      pageInfo.endCursor = toKeysetCursor({ id: stoppedAt });
      pageInfo.hasNextPage = true;
    }
    return { edges, pageInfo };
  }

  @ResolveField(() => User, { nullable: true, description: 'Null if the user has been deleted.' })
  async actor(
    @Parent() { actorRowId }: AuditEvent,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return actorRowId === null ? null : loaders.of(this.users).load(actorRowId);
  }
}
