import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { Check } from '../../../kernel/validation/check.js';
import { reason } from '../../../kernel/validation/json-fields.js';
import { CreateLabelInput, PatchLabelInput } from '../../../labels/graphql/label.inputs.js';

const color = z
  .string()
  .refine(
    (text) => /^#[0-9a-f]{6}$/i.test(text),
    reason('string_pattern_mismatch', 'Input should be a color such as #33c5e8'),
  );

@InputType()
export class CreatePromptLabelInput extends CreateLabelInput {
  @Field(() => String, { nullable: true, description: '`#rrggbb`' })
  @Check(color.nullish())
  color?: string | null;
}

@InputType({
  description:
    'Absent fields, and a null name or color, stay unchanged. A null description removes it.',
})
export class PatchPromptLabelInput extends PatchLabelInput {
  @Field(() => ID)
  promptLabelId: string;

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
