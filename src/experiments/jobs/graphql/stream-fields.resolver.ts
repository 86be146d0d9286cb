import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import {
  ChatCompletionSubscriptionError,
  ChatCompletionSubscriptionExperiment,
  ChatCompletionSubscriptionResult,
  EvaluationChunk,
} from '../../../playground/graphql/chat-completion.type.js';
import { Trace } from '../../../tracing/traces/graphql/trace.type.js';
import { ExperimentRunAnnotation } from '../../evaluations/graphql/experiment-run-annotation.type.js';
import { ExperimentRunAnnotationsLoaders } from '../../evaluations/graphql/experiment-run-annotations.loader.js';
import { Experiment } from '../../graphql/experiment.type.js';
import { ExperimentsLoaders } from '../../graphql/experiments.loader.js';
import { ExperimentRun } from '../../runs/graphql/experiment-run.type.js';
import { ExperimentRunsLoaders } from '../../runs/graphql/experiment-runs.loader.js';

const RUN = 'The stored run; null for a chat without a dataset.';

/** The experiment of a stream. */
@Resolver(() => ChatCompletionSubscriptionExperiment)
export class ExperimentOfStreamResolver {
  constructor(private readonly experiments: ExperimentsLoaders) {}

  @ResolveField(() => Experiment)
  async experiment(
    @Parent() { experimentRowId }: ChatCompletionSubscriptionExperiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Experiment> {
    const experiment = await loaders.of(this.experiments.byId).load(experimentRowId);
    if (!experiment) throw new NotFoundError('The experiment has since been deleted.');
    return experiment;
  }
}

/** The run of a chat that succeeded. */
@Resolver(() => ChatCompletionSubscriptionResult)
export class RunOfResultResolver {
  constructor(private readonly runs: ExperimentRunsLoaders) {}

  @ResolveField(() => ExperimentRun, { nullable: true, description: RUN })
  async experimentRun(
    @Parent() { runRowId }: ChatCompletionSubscriptionResult,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentRun | null> {
    return runRowId === null ? null : loaders.of(this.runs.byId).load(runRowId);
  }
}

/** The run of a chat that failed. */
@Resolver(() => ChatCompletionSubscriptionError)
export class RunOfErrorResolver {
  constructor(private readonly runs: ExperimentRunsLoaders) {}

  @ResolveField(() => ExperimentRun, { nullable: true, description: RUN })
  async experimentRun(
    @Parent() { runRowId }: ChatCompletionSubscriptionError,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentRun | null> {
    return runRowId === null ? null : loaders.of(this.runs.byId).load(runRowId);
  }
}

/** The evaluation of a run, and its trace. */
@Resolver(() => EvaluationChunk)
export class EvaluationChunksResolver {
  constructor(private readonly evaluations: ExperimentRunAnnotationsLoaders) {}

  @ResolveField(() => ExperimentRunAnnotation, {
    nullable: true,
    description: 'The stored evaluation; null if it was deleted.',
  })
  experimentRunEvaluation(
    @Parent() { evaluationRowId }: EvaluationChunk,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentRunAnnotation | null> {
    return loaders.of(this.evaluations.byId).load(evaluationRowId);
  }

  @ResolveField(() => Trace, { nullable: true, description: "The evaluator's trace." })
  async trace(
    @Parent() { traceKey }: EvaluationChunk,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    return traceKey === null ? null : loaders.of(this.evaluations.traces).load(traceKey);
  }
}
