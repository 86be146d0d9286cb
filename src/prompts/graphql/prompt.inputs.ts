import { Field, ID, InputType } from '@nestjs/graphql';
import { JsonScalar } from '../../kernel/graphql/scalars.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Check } from '../../kernel/validation/check.js';
import { anyObject, storableText } from '../../kernel/validation/json-fields.js';

/** The details of a prompt besides its name. */
@InputType({ isAbstract: true })
export abstract class PromptDetailsInput {
  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  @Check(anyObject().nullish())
  metadata?: JsonObject | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The project that it belongs to. Who can see that one can see it; null: everyone.',
  })
  projectId?: string | null;
}

@InputType({
  description:
    'Absent fields, and null metadata, stay unchanged. A null description or project removes it.',
})
export class PatchPromptInput extends PromptDetailsInput {
  @Field(() => ID)
  promptId: string;
}

@InputType()
export class DeletePromptInput {
  @Field(() => ID)
  promptId: string;
}
