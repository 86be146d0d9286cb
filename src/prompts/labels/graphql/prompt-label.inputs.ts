import { Field, ID, InputType } from '@nestjs/graphql';
import { IsOptional, Matches, MinLength } from 'class-validator';
import { MaxBytes, StorableText, Trimmed } from '../../../common/validation/body-params.js';

/** Longest name of a label, in bytes of UTF-8; an index holds it. */
const MAX_NAME_BYTES = 1024;

const COLOR = /^#[0-9a-f]{6}$/i;
const COLOR_FORM = { message: 'Input should be a color such as #33c5e8' };

@InputType()
export class CreatePromptLabelInput {
  @Field(() => String, { description: 'Unique; blanks at the ends are dropped.' })
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, { message: 'The name must not be empty' })
  name: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;

  @Field(() => String, { nullable: true, description: '`#rrggbb`' })
  @IsOptional()
  @Matches(COLOR, COLOR_FORM)
  color?: string | null;
}

@InputType({
  description:
    'An absent member is left as it is. A description of null is removed; other members of null stay.',
})
export class PatchPromptLabelInput {
  @Field(() => ID)
  promptLabelId: string;

  @Field(() => String, { nullable: true, description: 'Blanks at the ends are dropped.' })
  @IsOptional()
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, { message: 'The name must not be empty' })
  name?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;

  @Field(() => String, { nullable: true, description: '`#rrggbb`' })
  @IsOptional()
  @Matches(COLOR, COLOR_FORM)
  color?: string | null;
}

@InputType()
export class DeletePromptLabelsInput {
  @Field(() => [ID])
  promptLabelIds: string[];
}

@InputType()
export class PromptLabelsOfPromptInput {
  @Field(() => ID)
  promptId: string;

  @Field(() => [ID])
  promptLabelIds: string[];
}
