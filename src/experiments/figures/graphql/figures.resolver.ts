import {
  Args,
  ArgsType,
  Context,
  Field,
  Float,
  Int,
  Parent,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { LabelFraction } from '../../../annotations/summaries/graphql/annotation-summary.type.js';
import {
  SpanCostDetailSummaryEntry,
  SpanCostSummary,
  toCostDetail,
  toUnpricedModels,
  UnpricedModel,
} from '../../../tracing/graphql/cost.type.js';
import { Experiment } from '../../graphql/experiment.type.js';
import { ExperimentRun } from '../../runs/graphql/experiment-run.type.js';
import { Dataset } from '../../../datasets/graphql/dataset.type.js';
import {
  DatasetExperimentAnnotationSummary,
  ExperimentAnnotationSummary,
} from './annotation-summary.type.js';
import { FiguresLoaders } from './figures.loader.js';
import { INCLUDE_EPHEMERAL } from '../../graphql/experiments.args.js';

@ArgsType()
class DatasetScoresArgs {
  @Field(() => Boolean, INCLUDE_EPHEMERAL)
  includeEphemeral: boolean;
}

/** Figures about the runs and evaluations of an experiment. */
@Resolver(() => Experiment)
export class ExperimentFiguresResolver {
  constructor(private readonly figures: FiguresLoaders) {}

  @ResolveField(() => Int)
  async runCount(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return (await loaders.of(this.figures.runs).load(rowId))?.runCount ?? 0;
  }

  @ResolveField(() => Int, { description: 'Runs with an error.' })
  async errorRunCount(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return (await loaders.of(this.figures.runs).load(rowId))?.failedRunCount ?? 0;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'Share of runs with an error; null if there are no runs.',
  })
  async errorRate(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    const figures = await loaders.of(this.figures.runs).load(rowId);
    return figures && figures.failedRunCount / figures.runCount;
  }

  @ResolveField(() => Float, { nullable: true, description: 'Null if there are no runs.' })
  async averageRunLatencyMs(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    return (await loaders.of(this.figures.runs).load(rowId))?.averageLatencyMs ?? null;
  }

  @ResolveField(() => SpanCostSummary, {
    description: 'Tokens and cost of the traces of its runs.',
  })
  costSummary(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanCostSummary> {
    return loaders.of(this.figures.costs).load(rowId);
  }

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'Of the traces of its runs, by type of tokens, prompt first.',
  })
  async costDetailSummaryEntries(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    return (await loaders.of(this.figures.costDetails).load(rowId)).map(toCostDetail);
  }

  @ResolveField(() => [UnpricedModel], {
    description:
      'The models without a price that the traces of its runs name, those with the most tokens first.',
  })
  async unpricedModels(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<UnpricedModel[]> {
    return toUnpricedModels(await loaders.of(this.figures.unpriced).load(rowId));
  }

  @ResolveField(() => [ExperimentAnnotationSummary], { description: 'Sorted by name.' })
  async annotationSummaries(
    @Parent() { rowId }: Experiment,
    @Args('annotationName', {
      type: () => String,
      nullable: true,
      description: 'Only evaluations with this name.',
    })
    annotationName: string | null,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentAnnotationSummary[]> {
    const summaries = await loaders.of(this.figures.evaluations).load(rowId);
    if (typeof annotationName !== 'string') return summaries;
    return summaries.filter((summary) => summary.annotationName === annotationName);
  }
}

/** The frequency of labels among the evaluations with one name. */
@Resolver(() => ExperimentAnnotationSummary)
export class AnnotationSummaryResolver {
  constructor(private readonly figures: FiguresLoaders) {}

  @ResolveField(() => [LabelFraction], { description: 'Most frequent first.' })
  async labelFractions(
    @Parent() { experimentId, annotationName, labelCount }: ExperimentAnnotationSummary,
    @Context() { loaders }: GraphqlContext,
  ): Promise<LabelFraction[]> {
    if (labelCount === 0) return [];
    const labels = await loaders.of(this.figures.labels).load(experimentId);
    return labels
      .filter((row) => row.annotationName === annotationName)
      .map(({ label, count }) => ({ label, fraction: count / labelCount }));
  }
}

/** Adds tokens and cost to a run. */
@Resolver(() => ExperimentRun)
export class FiguresOfRunResolver {
  constructor(private readonly figures: FiguresLoaders) {}

  @ResolveField(() => SpanCostSummary, {
    description: 'As sent with the run, or else those of its trace.',
  })
  costSummary(
    @Parent() { rowId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanCostSummary> {
    return loaders.of(this.figures.costsOfRuns).load(rowId);
  }

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'Of its trace, by type of tokens, prompt first.',
  })
  async costDetailSummaryEntries(
    @Parent() { rowId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    return (await loaders.of(this.figures.costDetailsOfRuns).load(rowId)).map(toCostDetail);
  }
}

/** Adds the scores of a dataset's experiments to it. */
@Resolver(() => Dataset)
export class ScoresOfDatasetResolver {
  constructor(private readonly figures: FiguresLoaders) {}

  @ResolveField(() => [DatasetExperimentAnnotationSummary], { description: 'Sorted by name.' })
  experimentAnnotationSummaries(
    @Parent() { rowId: datasetId }: Dataset,
    @Args() { includeEphemeral }: DatasetScoresArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetExperimentAnnotationSummary[]> {
    return loaders.of(this.figures.scoresOfDatasets).load({ datasetId, includeEphemeral });
  }
}
