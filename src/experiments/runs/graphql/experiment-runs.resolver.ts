import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../common/errors/errors.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import { JsonScalar } from '../../../common/graphql/scalars.js';
import type { JsonValue } from '../../../common/json/json.js';
import { DatasetExample } from '../../../datasets/examples/graphql/dataset-example.type.js';
import { SpanCostSummary } from '../../../tracing/graphql/cost.type.js';
import { Trace } from '../../../tracing/traces/graphql/trace.type.js';
import {
  ExperimentRunAnnotation,
  toExperimentRunAnnotation,
} from '../../evaluations/graphql/experiment-run-annotation.type.js';
import { Experiment } from '../../graphql/experiment.type.js';
import { ExperimentsLoader } from '../../graphql/experiments.loader.js';
import { FiguresLoaders } from '../../figures/graphql/figures.loader.js';
import { EXPERIMENT_RUN_TYPE, ExperimentRun } from './experiment-run.type.js';
import { ExperimentRunsLoader, RunOutputsLoader } from './experiment-runs.loader.js';
import { RunDetailsLoaders } from './run-details.loader.js';

/** What a run shows besides its row, loaded for all runs of a page at once. */
@Resolver(() => ExperimentRun)
export class ExperimentRunsResolver {
  constructor(
    private readonly outputs: RunOutputsLoader,
    private readonly experiments: ExperimentsLoader,
    private readonly details: RunDetailsLoaders,
    private readonly figures: FiguresLoaders,
    runs: ExperimentRunsLoader,
    nodes: NodeRegistry,
  ) {
    nodes.register(EXPERIMENT_RUN_TYPE, (id, { loaders }) => loaders.of(runs).load(id));
  }

  @ResolveField(() => JsonScalar, { nullable: true, description: 'What the task answered.' })
  output(
    @Parent() { rowId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<JsonValue> {
    return loaders.of(this.outputs).load(rowId);
  }

  @ResolveField(() => Experiment)
  async experiment(
    @Parent() { experimentRowId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Experiment> {
    const experiment = await loaders.of(this.experiments).load(experimentRowId);
    // A run goes with its experiment, so this is a deletion under way.
    if (!experiment) throw new NotFoundError('The experiment was deleted meanwhile');
    return experiment;
  }

  @ResolveField(() => DatasetExample, {
    description: 'Its `revision` is the one that the experiment was made over.',
  })
  async example(
    @Parent() { experimentRowId: experimentId, exampleRowId: exampleId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetExample> {
    const example = await loaders.of(this.details.examples).load({ experimentId, exampleId });
    if (!example) throw new NotFoundError('The dataset was deleted meanwhile');
    return example;
  }

  @ResolveField(() => [ExperimentRunAnnotation], { description: 'By name.' })
  async annotations(
    @Parent() { rowId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentRunAnnotation[]> {
    const evaluations = await loaders.of(this.details.evaluations).load(rowId);
    return evaluations.map(toExperimentRunAnnotation);
  }

  @ResolveField(() => Trace, {
    nullable: true,
    description: 'The trace of the task; null until its spans have arrived.',
  })
  async trace(
    @Parent() { traceId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    return traceId === null ? null : loaders.of(this.details.traces).load(traceId);
  }

  @ResolveField(() => SpanCostSummary, {
    description: 'Counted where the task ran, else those of the trace.',
  })
  costSummary(
    @Parent() { rowId }: ExperimentRun,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanCostSummary> {
    return loaders.of(this.figures.costsOfRuns).load(rowId);
  }
}

/** The trace of an evaluator. */
@Resolver(() => ExperimentRunAnnotation)
export class ExperimentRunAnnotationsResolver {
  constructor(private readonly details: RunDetailsLoaders) {}

  @ResolveField(() => Trace, {
    nullable: true,
    description: 'The trace of the evaluator; null until its spans have arrived.',
  })
  async trace(
    @Parent() { traceId }: ExperimentRunAnnotation,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    return traceId === null ? null : loaders.of(this.details.traces).load(traceId);
  }
}
