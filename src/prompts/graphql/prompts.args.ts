import { ArgsType, Field, ID, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../common/pagination/offset-page.js';

export enum PromptFilterColumn {
  name = 'name',
}

registerEnumType(PromptFilterColumn, { name: 'PromptFilterColumn' });

@InputType('PromptFilter', { description: 'Keeps what has the value as a part, in any case.' })
export class PromptFilterDto {
  @Field(() => PromptFilterColumn)
  col: PromptFilterColumn;

  @Field(() => String)
  value: string;
}

@ArgsType()
export class PromptsArgs extends OffsetPageArgs {
  @Field(() => PromptFilterDto, { nullable: true })
  filter?: PromptFilterDto | null;

  @Field(() => [ID], { nullable: true, description: 'Labels, any of which the prompt bears.' })
  labelIds?: string[] | null;
}
