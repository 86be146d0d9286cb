import { Field, ID, InputType } from '@nestjs/graphql';
import { DetailsInProjectInput } from '../../projects/graphql/project.inputs.js';

@InputType({
  description:
    'Absent fields, and null metadata, stay unchanged. A null description or project removes it.',
})
export class PatchPromptInput extends DetailsInProjectInput {
  @Field(() => ID)
  promptId: string;
}

@InputType()
export class DeletePromptInput {
  @Field(() => ID)
  promptId: string;
}
