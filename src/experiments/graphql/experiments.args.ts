import { ArgsType, Field } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../common/pagination/offset-page.js';

@ArgsType()
export class ExperimentsArgs extends OffsetPageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the name or of the description, in any case.',
  })
  filterCondition?: string | null;
}
