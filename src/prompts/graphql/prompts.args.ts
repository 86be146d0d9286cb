import { ArgsType, Field, ID, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../kernel/pagination/offset-page.js';

export enum PromptFilterColumn {
  name = 'name',
}

registerEnumType(PromptFilterColumn, { name: 'PromptFilterColumn' });

@InputType('PromptFilter', {
  description: 'Selects prompts whose column contains the value, ignoring case.',
})
export class PromptFilterInput {
  @Field(() => PromptFilterColumn)
  col: PromptFilterColumn;

  @Field(() => String)
  value: string;
}

@ArgsType()
export class PromptsArgs extends OffsetPageArgs {
  @Field(() => PromptFilterInput, { nullable: true })
  filter?: PromptFilterInput | null;

  @Field(() => [ID], { nullable: true, description: 'Only prompts with one of these labels.' })
  labelIds?: string[] | null;
}
