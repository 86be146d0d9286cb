import { ArgsType, Field, Int } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../../common/pagination/offset-page.js';

@ArgsType()
export class DescendantsArgs extends OffsetPageArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 3,
    description: 'How many levels below the span; 0 means all.',
  })
  maxDepth?: number | null;
}
