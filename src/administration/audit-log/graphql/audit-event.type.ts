import { Field, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { DateTimeScalar, JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { AuditEventRow } from '../audit-events.queries.js';

export enum AuditOutcome {
  success = 'success',
  failure = 'failure',
}

registerEnumType(AuditOutcome, {
  name: 'AuditOutcome',
  description: 'The outcomes of audited actions.',
});

@ObjectType({ description: 'Something that a user or program did or tried to do.' })
export class AuditEvent {
  @Field(() => ID)
  id: string;

  @Field(() => DateTimeScalar)
  occurredAt: string;

  @Field(() => String, { description: 'Dotted, such as `login.failed`.' })
  action: string;

  @Field(() => AuditOutcome)
  outcome: 'success' | 'failure';

  @HideField()
  actorRowId: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The actor's name at that time, or the name that was typed if nobody was signed in.",
  })
  actorName: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Credential: `session`, `api-key`, `admin-secret`, or `none`.',
  })
  credential: string | null;

  @Field(() => String, { nullable: true })
  subjectType: string | null;

  @Field(() => String, { nullable: true })
  subjectId: string | null;

  @Field(() => String, { nullable: true })
  subjectName: string | null;

  @Field(() => String, { nullable: true })
  address: string | null;

  @Field(() => String, { nullable: true })
  userAgent: string | null;

  @Field(() => String, { nullable: true })
  requestId: string | null;

  @Field(() => JsonScalar, { nullable: true })
  details: Record<string, unknown>;
}

@ObjectType()
export class AuditEventEdge extends EdgeOf(AuditEvent) {}

@ObjectType()
export class AuditEventConnection extends ConnectionOf(AuditEventEdge) {}

export function toAuditEvent({ id, actorId, ...row }: AuditEventRow): AuditEvent {
  return { ...row, id: toGlobalId('AuditEvent', id), actorRowId: actorId };
}
