import { Field, Float, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { Node } from '../../../kernel/graphql/node.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import type { SessionKey } from '../../../spans/session-key.js';
import type { ProjectSessionEntity } from '../project-session.entity.js';
import { SESSION_TYPE } from '../sessions.service.js';

@ObjectType({
  description: 'The traces of one conversation. Each trace is a turn.',
  implements: () => Node,
})
export class ProjectSession implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  key: SessionKey;

  /** Row ID of the project of the session. */
  @HideField()
  projectRowId: number;

  @Field(() => String, { description: 'The `session.id` that the application sent.' })
  sessionId: string;

  @Field(() => DateTimeScalar, { description: 'When the first trace began.' })
  startTime: string;

  @Field(() => DateTimeScalar, { description: 'When the last trace ended.' })
  endTime: string;
}

@ObjectType()
export class ProjectSessionEdge extends EdgeOf(ProjectSession) {}

@ObjectType()
export class ProjectSessionConnection extends ConnectionOf(ProjectSessionEdge) {}

@ObjectType({ description: 'Tokens of LLM spans.' })
export class TokenUsage {
  @Field(() => Float)
  prompt: number;

  @Field(() => Float)
  completion: number;

  @Field(() => Float)
  total: number;
}

/** `id` becomes the global ID. */
export function toProjectSession(row: ProjectSessionEntity): ProjectSession {
  return {
    id: toGlobalId(SESSION_TYPE, row.id),
    key: { projectId: row.projectId, sessionId: row.sessionId },
    projectRowId: row.projectId,
    sessionId: row.sessionId,
    startTime: row.startTime,
    endTime: row.endTime,
  };
}
