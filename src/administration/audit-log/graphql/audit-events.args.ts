import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { ForwardPageArgs } from '../../../kernel/pagination/connection.js';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import { MAX_FILTER_LENGTH } from '../audit-log.service.js';
import { AuditOutcome } from './audit-event.type.js';

const filterText = z.string().max(MAX_FILTER_LENGTH).nullish();

@InputType({ description: 'Events must match every field. Absent and null fields match all.' })
export class AuditEventFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Start of the action, such as `login` for everything about signing in.',
  })
  @Check(filterText)
  action?: string | null;

  @Field(() => ID, { nullable: true, description: 'The user who performed the action.' })
  actorId?: string | null;

  @Field(() => AuditOutcome, { nullable: true })
  outcome?: AuditOutcome | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Inclusive.' })
  start?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Exclusive.' })
  end?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Part of a name or an address, ignoring case. Each page searches 20,000 events, so it can be ' +
      'short or empty even if `hasNextPage` is true.',
  })
  @Check(filterText)
  search?: string | null;
}

@ArgsType()
export class AuditEventsArgs extends ForwardPageArgs {
  @Field(() => AuditEventFilter, { nullable: true })
  @Check(checksOf(AuditEventFilter)!.nullish())
  filter?: AuditEventFilter | null;
}
