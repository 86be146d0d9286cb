import { Field, ID, InputType } from '@nestjs/graphql';
import { IdentifierScalar } from '../../../common/graphql/scalars.js';
import { Check } from '../../../common/validation/check.js';
import { storableText } from '../../../common/validation/json-fields.js';
import type { NewTag } from '../prompt-tags.service.js';

@InputType({ description: 'A tag that points to the version.' })
export class SetPromptVersionTagInput {
  @Field(() => IdentifierScalar)
  name: string;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;
}

@InputType()
export class PromptVersionTagInput extends SetPromptVersionTagInput {
  @Field(() => ID, { description: 'The version that the tag should point to.' })
  promptVersionId: string;
}

@InputType()
export class DeletePromptVersionTagInput {
  @Field(() => ID)
  promptVersionTagId: string;
}

export function toNewTag({ name, description }: SetPromptVersionTagInput): NewTag {
  return { name, description: description ?? null };
}
