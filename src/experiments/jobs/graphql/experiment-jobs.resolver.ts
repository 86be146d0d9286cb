import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { Dataset } from '../../../datasets/graphql/dataset.type.js';
import { DatasetEvaluator } from '../../../evaluators/attached/graphql/dataset-evaluator.type.js';
import { GenerativeModelCustomProvider } from '../../../model-providers/custom/graphql/custom-model-provider.type.js';
import {
  PromptTemplate,
  toPromptTemplate,
} from '../../../prompts/templates/graphql/prompt-template.type.js';
import {
  PromptInvocationParameters,
  toInvocationParameters,
} from '../../../prompts/versions/graphql/invocation-parameters.type.js';
import {
  PromptResponseFormatJSONSchema,
  PromptTools,
  toPromptResponseFormat,
  toPromptTools,
} from '../../../prompts/versions/graphql/prompt-tools.type.js';
import { PromptVersion } from '../../../prompts/versions/graphql/prompt-version.type.js';
import { toUnpricedModels, UnpricedModel } from '../../../tracing/graphql/cost.type.js';
import { Experiment } from '../../graphql/experiment.type.js';
import { ExperimentsLoaders } from '../../graphql/experiments.loader.js';
import { EXPERIMENT_JOB_TYPE } from '../experiment-jobs.service.js';
import {
  ExperimentJob,
  ExperimentJobConnection,
  ExperimentJobProgress,
  PromptConfig,
  PromptTaskConfig,
  toExperimentJob,
} from './experiment-job.type.js';
import { ExperimentJobsLoaders } from './experiment-jobs.loader.js';
import {
  type ExperimentLog,
  ExperimentLogConnection,
  toExperimentLog,
} from './experiment-log.type.js';

interface Slice {
  offset: number;
  limit: number;
}

/** The fields of a job that are not in its row. */
@Resolver(() => ExperimentJob)
export class ExperimentJobsResolver {
  constructor(
    private readonly jobLoaders: ExperimentJobsLoaders,
    private readonly experimentLoaders: ExperimentsLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(EXPERIMENT_JOB_TYPE, (id, { loaders }) => loaders.of(jobLoaders.byId).load(id));
  }

  @ResolveField(() => Experiment)
  async experiment(
    @Parent() { experimentRowId }: ExperimentJob,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Experiment> {
    const experiment = await loaders.of(this.experimentLoaders.byId).load(experimentRowId);
    if (!experiment) throw experimentDeleted();
    return experiment;
  }

  @ResolveField(() => ExperimentJobProgress)
  async progress(
    @Parent() { experimentRowId }: ExperimentJob,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentJobProgress> {
    const progress = await loaders.of(this.jobLoaders.progress).load(experimentRowId);
    if (!progress) throw experimentDeleted();
    return progress;
  }

  @ResolveField(() => [UnpricedModel], {
    description:
      'The models without a price that the traces of its runs and evaluations name, those with the most tokens first.',
  })
  async unpricedModels(
    @Parent() { experimentRowId }: ExperimentJob,
    @Context() { loaders }: GraphqlContext,
  ): Promise<UnpricedModel[]> {
    return toUnpricedModels(await loaders.of(this.jobLoaders.unpriced).load(experimentRowId));
  }

  @ResolveField(() => [DatasetEvaluator], { description: 'The evaluators that judge each run.' })
  async datasetEvaluators(
    @Parent() { datasetEvaluatorRowIds }: ExperimentJob,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetEvaluator[]> {
    const loader = loaders.of(this.jobLoaders.evaluators);
    const found = await Promise.all(datasetEvaluatorRowIds.map((id) => loader.load(id)));
    return found.filter((evaluator) => evaluator !== null);
  }

  @ResolveField(() => ExperimentLogConnection, {
    description: 'Failures, newest first. Only the first 1000 failures are kept.',
  })
  errors(
    @Parent() { rowId: id }: ExperimentJob,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<ExperimentLog>> {
    const list = {
      slice: (slice: Slice) => loaders.of(this.jobLoaders.logs).load({ id, slice }),
      count: () => loaders.of(this.jobLoaders.logCounts).load(id),
    };
    return offsetConnection(page, list, toExperimentLog);
  }
}

/** Adds the job to the fields of an experiment. */
@Resolver(() => Experiment)
export class JobOfExperimentResolver {
  constructor(private readonly jobLoaders: ExperimentJobsLoaders) {}

  @ResolveField(() => ExperimentJob, {
    nullable: true,
    description: 'Null if a program ran the experiment, not the server.',
  })
  job(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentJob | null> {
    return loaders.of(this.jobLoaders.byExperiment).load(rowId);
  }
}

/** Adds jobs to the fields of a dataset. */
@Resolver(() => Dataset)
export class JobsOfDatasetResolver {
  constructor(private readonly jobLoaders: ExperimentJobsLoaders) {}

  @ResolveField(() => ExperimentJobConnection, { description: 'Newest first.' })
  experimentJobs(
    @Parent() { rowId: id }: Dataset,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<ExperimentJob>> {
    const list = {
      slice: (slice: Slice) => loaders.of(this.jobLoaders.slicesOfDatasets).load({ id, slice }),
      count: () => loaders.of(this.jobLoaders.countsOfDatasets).load(id),
    };
    return offsetConnection(page, list, toExperimentJob);
  }
}

@Resolver(() => PromptTaskConfig)
export class TaskConfigResolver {
  constructor(private readonly jobLoaders: ExperimentJobsLoaders) {}

  @ResolveField(() => GenerativeModelCustomProvider, {
    nullable: true,
    description: 'Answers instead of the provider of the prompt. Null for a built-in provider.',
  })
  async customProvider(
    @Parent() { customProviderRowId: id }: PromptTaskConfig,
    @Context() { loaders }: GraphqlContext,
  ): Promise<GenerativeModelCustomProvider | null> {
    return id === null ? null : loaders.of(this.jobLoaders.customProviders).load(id);
  }
}

/** The parts of a prompt, as those of a prompt version. */
@Resolver(() => PromptConfig)
export class PromptConfigResolver {
  constructor(private readonly jobLoaders: ExperimentJobsLoaders) {}

  @ResolveField(() => PromptTemplate)
  template(@Parent() { task }: PromptConfig): typeof PromptTemplate {
    return toPromptTemplate(task.version.template);
  }

  @ResolveField(() => PromptInvocationParameters)
  invocationParameters(@Parent() { task }: PromptConfig): typeof PromptInvocationParameters {
    return toInvocationParameters(task.version.invocationParameters);
  }

  @ResolveField(() => PromptTools, { nullable: true })
  tools(@Parent() { task }: PromptConfig): PromptTools | null {
    return task.version.tools && toPromptTools(task.version.tools);
  }

  @ResolveField(() => PromptResponseFormatJSONSchema, { nullable: true })
  responseFormat(@Parent() { task }: PromptConfig): PromptResponseFormatJSONSchema | null {
    return task.version.responseFormat && toPromptResponseFormat(task.version.responseFormat);
  }

  @ResolveField(() => PromptVersion, {
    nullable: true,
    description: 'The version that it came from; null if there is none, or if it was deleted.',
  })
  async promptVersion(
    @Parent() { task }: PromptConfig,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersion | null> {
    const { promptVersionId } = task;
    if (promptVersionId === null) return null;
    return loaders.of(this.jobLoaders.promptVersions).load(promptVersionId);
  }
}

function experimentDeleted(): NotFoundError {
  return new NotFoundError('The experiment has since been deleted.');
}
