import { Field, ID, InputType } from '@nestjs/graphql';
import { Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import { StorableText } from '../../common/validation/body-params.js';
import { IdentifierScalar, JsonScalar } from '../../common/graphql/scalars.js';
import type { JsonObject, JsonValue } from '../../common/json/json.js';
import { Verbatim } from '../../common/validation/verbatim.js';
import { anyObject } from '../../common/validation/json-fields.js';
import { readAs } from '../../common/validation/read-as.js';
import { SetPromptVersionTagInput } from '../tags/graphql/prompt-tag.inputs.js';
import { ChatPromptVersionInput } from '../versions/graphql/chat-prompt-version.inputs.js';

/** The details of a prompt besides its content. */
@InputType({ isAbstract: true })
abstract class PromptDetailsInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'An object.' })
  @Verbatim()
  metadata?: JsonValue;
}

@InputType()
export class CreateChatPromptInput extends PromptDetailsInput {
  @Field(() => IdentifierScalar)
  name: string;

  @Field(() => ChatPromptVersionInput)
  @Verbatim()
  promptVersion: ChatPromptVersionInput;

  @Field(() => [SetPromptVersionTagInput], { nullable: true })
  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => SetPromptVersionTagInput)
  tags?: SetPromptVersionTagInput[] | null;
}

@InputType()
export class CreateChatPromptVersionInput {
  @Field(() => ID)
  promptId: string;

  @Field(() => ChatPromptVersionInput)
  @Verbatim()
  promptVersion: ChatPromptVersionInput;

  @Field(() => [SetPromptVersionTagInput], {
    nullable: true,
    description: 'Tags that point to the version from now on.',
  })
  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => SetPromptVersionTagInput)
  tags?: SetPromptVersionTagInput[] | null;
}

@InputType()
export class ClonePromptInput extends PromptDetailsInput {
  @Field(() => ID)
  promptId: string;

  @Field(() => IdentifierScalar, { description: 'The name of the new prompt.' })
  name: string;
}

@InputType({
  description:
    'An absent member is left as it is. A description of null is removed; metadata of null stays.',
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

/** @throws ValidationError if it is not an object. */
export function readMetadata(metadata: JsonValue | undefined): JsonObject | undefined {
  return readAs(anyObject().nullish(), metadata, ['metadata']) ?? undefined;
}
