import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { Check } from '../../../kernel/validation/check.js';
import { maxBytes, reason, trimmedText } from '../../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../../kernel/validation/storable.js';

/** Members of one group. */
const MAX_MEMBERS = 10_000;

const name = trimmedText()
  .check(maxBytes(MAX_NAME_BYTES))
  .refine((text) => text !== '', reason('string_too_short', 'The name must not be empty'));

const memberIds = z.array(z.string()).max(MAX_MEMBERS);

@InputType()
export class CreateUserGroupInput {
  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(name)
  name: string;

  @Field(() => [ID], { defaultValue: [], description: `At most ${MAX_MEMBERS} users.` })
  @Check(memberIds)
  memberIds: string[];
}

@InputType({ description: 'Absent and null fields stay unchanged.' })
export class PatchUserGroupInput {
  @Field(() => ID)
  userGroupId: string;

  @Field(() => String, { nullable: true })
  @Check(name.nullish())
  name?: string | null;

  @Field(() => [ID], { nullable: true, description: 'All its users, instead of those before.' })
  @Check(memberIds.nullish())
  memberIds?: string[] | null;
}

@InputType()
export class DeleteUserGroupsInput {
  @Field(() => [ID])
  @Check(z.array(z.string()).max(1_000))
  userGroupIds: string[];
}
