import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, RequiredRole } from '../../common/access/access.js';
import { toDataset } from '../../datasets/graphql/dataset.type.js';
import {
  DeleteExperimentsInput,
  PatchExperimentInput,
  SetExperimentBaselineInput,
} from './experiment.inputs.js';
import { ExperimentChangesService } from '../experiment-changes.service.js';
import { ExperimentDeletionService } from '../experiment-deletion.service.js';
import {
  DeleteExperimentsPayload,
  ExperimentMutationPayload,
  SetExperimentBaselinePayload,
} from './experiment-mutations.type.js';
import { toExperiment } from './experiment.type.js';
import { ExperimentsService } from '../experiments.service.js';
import { BaselinesService } from '../tags/baselines.service.js';

/** Changes and deletes experiments. */
@Resolver()
export class ExperimentChangesResolver {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly changes: ExperimentChangesService,
    private readonly baselines: BaselinesService,
    private readonly deletion: ExperimentDeletionService,
  ) {}

  @Mutation(() => ExperimentMutationPayload, {
    description: 'Says something else of an experiment; an ephemeral one lives a day longer.',
  })
  @RequiredRole('MEMBER')
  async patchExperiment(
    @Args('input') { experimentId, name, description, metadata }: PatchExperimentInput,
  ): Promise<ExperimentMutationPayload> {
    const experiment = await this.experiments.getByGlobalId(experimentId);
    const edit = { name: name ?? undefined, description, metadata: metadata ?? undefined };
    return answer(await this.changes.edit(experiment, edit));
  }

  @Mutation(() => SetExperimentBaselinePayload, {
    description: 'Makes an experiment the baseline of its dataset, or no longer.',
  })
  @RequiredRole('MEMBER')
  async setExperimentBaseline(
    @Args('input') { experimentId, baseline }: SetExperimentBaselineInput,
    @Caller() caller: Identity,
  ): Promise<SetExperimentBaselinePayload> {
    const experiment = await this.experiments.getByGlobalId(experimentId);
    const { dataset, previous } = await this.baselines.set(experiment, baseline, caller);
    return {
      dataset: toDataset(dataset),
      experiment: toExperiment(experiment),
      previousBaselineExperiment: previous && toExperiment(previous),
      query: {},
    };
  }

  @Mutation(() => DeleteExperimentsPayload, {
    description: 'Deletes experiments with their runs, evaluations and traces.',
  })
  @RequiredRole('MEMBER')
  async deleteExperiments(
    @Args('input') { experimentIds }: DeleteExperimentsInput,
  ): Promise<DeleteExperimentsPayload> {
    const experiments = await this.experiments.getAllByGlobalId(experimentIds);
    await this.deletion.delete(experiments, { withProjects: true });
    return { experiments: experiments.map(toExperiment), query: {} };
  }

  @Mutation(() => ExperimentMutationPayload, {
    description: 'Makes an experiment ephemeral: it is removed after a day.',
  })
  @RequiredRole('MEMBER')
  async dismissExperiment(
    @Args('experimentId', { type: () => ID }) experimentId: string,
  ): Promise<ExperimentMutationPayload> {
    const experiment = await this.experiments.getByGlobalId(experimentId);
    return answer(await this.changes.setEphemeral(experiment, true));
  }

  @Mutation(() => ExperimentMutationPayload, { description: 'Keeps an ephemeral experiment.' })
  @RequiredRole('MEMBER')
  async reinstateExperiment(
    @Args('experimentId', { type: () => ID }) experimentId: string,
  ): Promise<ExperimentMutationPayload> {
    const experiment = await this.experiments.getByGlobalId(experimentId);
    return answer(await this.changes.setEphemeral(experiment, false));
  }
}

function answer(experiment: Parameters<typeof toExperiment>[0]): ExperimentMutationPayload {
  return { experiment: toExperiment(experiment), query: {} };
}
