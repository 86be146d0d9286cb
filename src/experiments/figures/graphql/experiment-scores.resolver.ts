import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { pageSize } from '../../../kernel/pagination/connection.js';
import { DatasetEvaluator } from '../../../evaluators/attached/graphql/dataset-evaluator.type.js';
import { Experiment } from '../../graphql/experiment.type.js';
import { ExperimentsLoaders } from '../../graphql/experiments.loader.js';
import { ExperimentScores } from './experiment-scores.type.js';
import { FiguresLoaders } from './figures.loader.js';

const DEFAULT_FIRST = 50;

/** Adds how an evaluator judged over time to its use in a dataset. */
@Resolver(() => DatasetEvaluator)
export class ScoresOfUseResolver {
  constructor(private readonly figures: FiguresLoaders) {}

  @ResolveField(() => [ExperimentScores], {
    description:
      'How it judged in experiments that the server ran, oldest first, under its present name. Reads all of its evaluations in the newest experiments of the dataset, about a millisecond for each thousand.',
  })
  experimentScores(
    @Parent() { rowId: useId }: DatasetEvaluator,
    @Args('first', {
      type: () => Int,
      defaultValue: DEFAULT_FIRST,
      description: 'How many of the newest experiments of the dataset to look at, 1 to 1000.',
    })
    first: number,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentScores[]> {
    return loaders.of(this.figures.scoresOfUses).load({ useId, first: pageSize(first, 'first') });
  }
}

@Resolver(() => ExperimentScores)
export class ExperimentOfScoresResolver {
  constructor(private readonly experiments: ExperimentsLoaders) {}

  @ResolveField(() => Experiment)
  async experiment(
    @Parent() { experimentRowId }: ExperimentScores,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Experiment> {
    const found = await loaders.of(this.experiments.byId).load(experimentRowId);
    if (found) return found;
    throw new NotFoundError('The experiment has since been deleted.');
  }
}
