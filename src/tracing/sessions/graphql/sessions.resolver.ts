import { Args, Query, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../../common/access/access.js';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import { ProjectSession, SESSION_TYPE, toProjectSession } from './project-session.type.js';
import { SessionsService } from '../sessions.service.js';

@Resolver()
export class SessionsResolver {
  constructor(
    private readonly sessions: SessionsService,
    nodes: NodeRegistry,
  ) {
    nodes.register(SESSION_TYPE, async (id) => {
      const session = await this.sessions.findByRowId(id);
      return session && toProjectSession(session);
    });
  }

  @Query(() => ProjectSession, {
    nullable: true,
    description: 'A session by the id that the application sent.',
  })
  @RequiredRole('VIEWER')
  async getProjectSessionById(
    @Args('sessionId') sessionId: string,
  ): Promise<ProjectSession | null> {
    const session = await this.sessions.findBySessionId(sessionId);
    return session && toProjectSession(session);
  }
}
