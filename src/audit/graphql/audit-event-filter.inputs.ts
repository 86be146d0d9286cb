import { ArgsType, Field, ID, InputType, Int } from '@nestjs/graphql';
import { Type } from 'class-transformer';
import { IsOptional, MaxLength, ValidateNested } from 'class-validator';
import { DateTimeScalar } from '../../common/graphql/scalars.js';
import { AuditOutcome } from './audit-event.type.js';

/** Longest text that events are filtered by, in characters. */
export const MAX_FILTER_LENGTH = 200;

const TOO_LONG = { message: `The text should have at most ${MAX_FILTER_LENGTH} characters` };

@InputType({ description: 'Keeps what fits all members; an absent or null one fits everything.' })
export class AuditEventFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Beginning of the action: `login` for all about signing in.',
  })
  @IsOptional()
  @MaxLength(MAX_FILTER_LENGTH, TOO_LONG)
  action?: string | null;

  @Field(() => ID, { nullable: true, description: 'The user who acted.' })
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
      'Part of a name or an address, in any case. A page looks through 20,000 events: it may have ' +
      'few or none of them although `hasNextPage` says that there is more to look through.',
  })
  @IsOptional()
  @MaxLength(MAX_FILTER_LENGTH, TOO_LONG)
  search?: string | null;
}

@ArgsType()
export class AuditEventsArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 50,
    description: 'Size of the page, 1 to 1000.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor after which the page begins.' })
  after?: string | null;

  @Field(() => AuditEventFilter, { nullable: true })
  @IsOptional()
  @ValidateNested()
  @Type(() => AuditEventFilter)
  filter?: AuditEventFilter | null;
}
