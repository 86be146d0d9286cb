import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { Check } from '../../../kernel/validation/check.js';
import { reason, storableText, trimmedName } from '../../../kernel/validation/json-fields.js';

const color = z
  .string()
  .refine(
    (text) => /^#[0-9a-f]{6}$/i.test(text),
    reason('string_pattern_mismatch', 'Input should be a color such as #33c5e8'),
  );

@InputType()
export class CreatePromptLabelInput {
  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(trimmedName())
  name: string;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => String, { nullable: true, description: '`#rrggbb`' })
  @Check(color.nullish())
  color?: string | null;
}

@InputType({
  description:
    'Absent fields, and a null name or color, stay unchanged. A null description removes it.',
})
export class PatchPromptLabelInput {
  @Field(() => ID)
  promptLabelId: string;

  @Field(() => String, { nullable: true, description: 'Surrounding white space is removed.' })
  @Check(trimmedName().nullish())
  name?: string | null;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => String, { nullable: true, description: '`#rrggbb`' })
  @Check(color.nullish())
  color?: string | null;
}

@InputType()
export class DeletePromptLabelsInput {
  @Field(() => [ID])
  promptLabelIds: string[];
}

@InputType()
export class SetPromptLabelsInput {
  @Field(() => ID)
  promptId: string;

  @Field(() => [ID])
  promptLabelIds: string[];
}

@InputType()
export class UnsetPromptLabelsInput extends SetPromptLabelsInput {}
