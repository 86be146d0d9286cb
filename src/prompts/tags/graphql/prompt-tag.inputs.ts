import { Field, ID, InputType } from '@nestjs/graphql';
import { IsOptional } from 'class-validator';
import { StorableText } from '../../../common/validation/body-params.js';
import { IdentifierScalar } from '../../../common/graphql/scalars.js';

@InputType({ description: 'A tag for the version.' })
export class SetPromptVersionTagInput {
  @Field(() => IdentifierScalar)
  name: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;
}

@InputType()
export class PromptVersionTagInput extends SetPromptVersionTagInput {
  @Field(() => ID, { description: 'The version that the tag is to point to.' })
  promptVersionId: string;
}

@InputType()
export class DeletePromptVersionTagInput {
  @Field(() => ID)
  promptVersionTagId: string;
}
