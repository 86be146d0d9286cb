import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { IdentifierScalar } from '../../../kernel/graphql/scalars.js';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import { DetailsInProjectInput } from '../../../projects/graphql/project.inputs.js';
import { SetPromptVersionTagInput } from '../../tags/graphql/prompt-tag.inputs.js';
import { ChatPromptVersionInput } from '../../versions/graphql/chat-prompt-version.inputs.js';

const tags = z.array(checksOf(SetPromptVersionTagInput)!).nullish();

@InputType()
export class CreateChatPromptInput extends DetailsInProjectInput {
  @Field(() => IdentifierScalar)
  name: string;

  @Field(() => ChatPromptVersionInput)
  promptVersion: ChatPromptVersionInput;

  @Field(() => [SetPromptVersionTagInput], { nullable: true })
  @Check(tags)
  tags?: SetPromptVersionTagInput[] | null;
}

@InputType()
export class CreateChatPromptVersionInput {
  @Field(() => ID)
  promptId: string;

  @Field(() => ChatPromptVersionInput)
  promptVersion: ChatPromptVersionInput;

  @Field(() => [SetPromptVersionTagInput], {
    nullable: true,
    description:
      'Tags that will point to the version. They move from other versions of the prompt.',
  })
  @Check(tags)
  tags?: SetPromptVersionTagInput[] | null;
}

@InputType({ description: 'Absent fields, and null metadata, are copied from the prompt.' })
export class ClonePromptInput extends DetailsInProjectInput {
  @Field(() => ID)
  promptId: string;

  @Field(() => IdentifierScalar, { description: 'The name of the new prompt.' })
  name: string;
}
