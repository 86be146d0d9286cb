import { Field, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { ScoreFigures } from '../../evaluators/graphql/score-figures.type.js';

@ObjectType({ description: 'The scores of a rule on one day in UTC.' })
export class DailyScores extends ScoreFigures {
  @Field(() => DateTimeScalar, { description: 'When the day began.' })
  day: string;
}
