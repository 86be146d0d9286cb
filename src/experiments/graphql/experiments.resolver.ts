import { Args, ID, Int, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import { requireRowId, requireRowIds } from '../../kernel/ids/global-id.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { offsetConnection } from '../../kernel/pagination/offset-page.js';
import { ExperimentsArgs } from './experiments.args.js';
import {
  type Experiment,
  EXPERIMENT_TYPE,
  DeleteExperimentsPayload,
  ExperimentConnection,
  ExperimentMutationPayload,
  toExperiment,
} from './experiment.type.js';
import { ExperimentsLoaders } from './experiments.loader.js';
import { DeleteExperimentsInput, PatchExperimentInput } from './experiment.inputs.js';
import { ExperimentChangesService } from '../experiment-changes.service.js';
import { ExperimentDeletionService } from '../experiment-deletion.service.js';
import { ExperimentsService } from '../experiments.service.js';

/** Lists, edits and deletes experiments. */
@Resolver()
export class ExperimentsResolver {
  constructor(
    private readonly service: ExperimentsService,
    private readonly changes: ExperimentChangesService,
    private readonly deletion: ExperimentDeletionService,
    nodes: NodeRegistry,
    experiments: ExperimentsLoaders,
  ) {
    nodes.register(EXPERIMENT_TYPE, (id, { loaders }) => loaders.of(experiments.byId).load(id));
  }

  @Query(() => ExperimentConnection, {
    description: 'The experiments of all datasets except ephemeral ones, newest first.',
  })
  @Access('VIEWER')
  experiments(@Args() args: ExperimentsArgs): Promise<Connection<Experiment>> {
    const search = { includeEphemeral: false, text: args.filterCondition };
    const list = {
      slice: this.service.listSlice.bind(this.service, search),
      count: () => this.service.count(search),
    };
    return offsetConnection(args, list, toExperiment);
  }

  @Query(() => Int, {
    description: 'Number of experiments of all datasets, without ephemeral ones.',
  })
  @Access('VIEWER')
  experimentCount(): Promise<number> {
    return this.service.count({ includeEphemeral: false });
  }

  @Mutation(() => ExperimentMutationPayload, {
    description: 'Changes an experiment. An ephemeral experiment is kept for another day.',
  })
  @Access('MEMBER', 'by project role')
  async patchExperiment(
    @Args('input') { experimentId, name, description, metadata }: PatchExperimentInput,
  ): Promise<ExperimentMutationPayload> {
    const experiment = await this.service.get(requireRowId(experimentId, EXPERIMENT_TYPE));
    const edit = { name: name ?? undefined, description, metadata: metadata ?? undefined };
    return toPayload(await this.changes.edit(experiment, edit));
  }

  @Mutation(() => DeleteExperimentsPayload, {
    description: 'Deletes experiments with their runs, evaluations and traces.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteExperiments(
    @Args('input') { experimentIds }: DeleteExperimentsInput,
  ): Promise<DeleteExperimentsPayload> {
    const experiments = await this.service.getAll(requireRowIds(experimentIds, EXPERIMENT_TYPE));
    await this.deletion.delete(experiments, { withProjects: true });
    return { experiments: experiments.map(toExperiment), query: {} };
  }

  @Mutation(() => ExperimentMutationPayload, {
    description: 'Makes an experiment ephemeral, so that it is deleted a day after its last edit.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async dismissExperiment(
    @Args('experimentId', { type: () => ID }) experimentId: string,
  ): Promise<ExperimentMutationPayload> {
    const experiment = await this.service.get(requireRowId(experimentId, EXPERIMENT_TYPE));
    return toPayload(await this.changes.setEphemeral(experiment, true));
  }

  @Mutation(() => ExperimentMutationPayload, {
    description: 'Keeps an ephemeral experiment permanently.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async reinstateExperiment(
    @Args('experimentId', { type: () => ID }) experimentId: string,
  ): Promise<ExperimentMutationPayload> {
    const experiment = await this.service.get(requireRowId(experimentId, EXPERIMENT_TYPE));
    return toPayload(await this.changes.setEphemeral(experiment, false));
  }
}

function toPayload(experiment: Parameters<typeof toExperiment>[0]): ExperimentMutationPayload {
  return { experiment: toExperiment(experiment), query: {} };
}
