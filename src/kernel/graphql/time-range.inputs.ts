import { Field, InputType } from '@nestjs/graphql';
import { DateTimeScalar } from './scalars.js';

/** The start is inclusive, the end exclusive. An absent side is open. */
@InputType('TimeRange', {
  description: 'The start is inclusive, the end exclusive. An absent side is open.',
})
export class TimeRangeInput {
  @Field(() => DateTimeScalar, { nullable: true })
  start?: string | null;

  @Field(() => DateTimeScalar, { nullable: true })
  end?: string | null;
}
