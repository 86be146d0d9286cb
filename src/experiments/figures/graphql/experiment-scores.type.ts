import { HideField, ObjectType } from '@nestjs/graphql';
import { ScoreFigures } from '../../../evaluators/graphql/score-figures.type.js';

@ObjectType({ description: 'The scores of an evaluator for the runs of an experiment.' })
export class ExperimentScores extends ScoreFigures {
  @HideField()
  experimentRowId: number;
}
