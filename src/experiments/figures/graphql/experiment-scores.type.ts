import { HideField, ObjectType } from '@nestjs/graphql';
import { ScoreFigures } from '../../../evaluators/graphql/score-figures.type.js';

@ObjectType({ description: 'How an evaluator judged the runs of an experiment.' })
export class ExperimentScores extends ScoreFigures {
  @HideField()
  experimentRowId: number;
}
