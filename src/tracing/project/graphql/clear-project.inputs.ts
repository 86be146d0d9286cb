import { Field, ID, InputType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../common/graphql/scalars.js';

@InputType()
export class ClearProjectInput {
  @Field(() => ID)
  id: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Only traces that began before go; all of them when absent.',
  })
  endTime?: string | null;
}
