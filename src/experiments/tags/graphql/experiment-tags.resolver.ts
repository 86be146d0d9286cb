import {
  Args,
  ArgsType,
  Context,
  Field,
  ID,
  Mutation,
  Parent,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { Dataset, toDataset } from '../../../datasets/graphql/dataset.type.js';
import { BASELINE_TAG } from '../../experiment-texts.js';
import { ExperimentsService } from '../../experiments.service.js';
import { Experiment, EXPERIMENT_TYPE, toExperiment } from '../../graphql/experiment.type.js';
import { ExperimentTagsService } from '../experiment-tags.service.js';
import {
  EXPERIMENT_TAG_TYPE,
  ExperimentTag,
  SetExperimentBaselinePayload,
  toExperimentTag,
} from './experiment-tag.type.js';
import { ExperimentTagsLoaders } from './experiment-tags.loader.js';

@ArgsType()
class SetExperimentBaselineArgs {
  @Field(() => ID)
  experimentId: string;

  @Field(() => Boolean, {
    description: 'False removes the baseline of the dataset if it is this experiment.',
  })
  baseline: boolean;
}

/** Resolves tags in `node`, and sets baselines. */
@Resolver()
export class ExperimentTagsResolver {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly tags: ExperimentTagsService,
    tagLoaders: ExperimentTagsLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(EXPERIMENT_TAG_TYPE, (id, { loaders }) => loaders.of(tagLoaders.byId).load(id));
  }

  @Mutation(() => SetExperimentBaselinePayload, {
    description: 'Makes an experiment the baseline of its dataset, or removes the baseline.',
  })
  @Access('MEMBER', 'by project role')
  async setExperimentBaseline(
    @Args() { experimentId, baseline }: SetExperimentBaselineArgs,
    @Caller() caller: Identity,
  ): Promise<SetExperimentBaselinePayload> {
    const experiment = await this.experiments.get(requireRowId(experimentId, EXPERIMENT_TYPE));
    const { dataset, previous } = await this.tags.setBaseline(experiment, baseline, caller);
    return {
      dataset: toDataset(dataset),
      experiment: toExperiment(experiment),
      previousBaselineExperiment: previous && toExperiment(previous),
      query: {},
    };
  }
}

/** Adds tags to the fields of an experiment. */
@Resolver(() => Experiment)
export class TagsOfExperimentResolver {
  constructor(private readonly tagLoaders: ExperimentTagsLoaders) {}

  @ResolveField(() => Boolean, {
    description:
      'Whether it is the baseline with which other experiments of its dataset are compared.',
  })
  async isBaseline(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<boolean> {
    const tags = await loaders.of(this.tagLoaders.ofExperiments).load(rowId);
    return tags.some(({ name }) => name === BASELINE_TAG);
  }

  @ResolveField(() => [ExperimentTag], { description: 'Sorted by name.' })
  async tags(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentTag[]> {
    return (await loaders.of(this.tagLoaders.ofExperiments).load(rowId)).map(toExperimentTag);
  }
}

/** Adds the baseline to the fields of a dataset. */
@Resolver(() => Dataset)
export class BaselineOfDatasetResolver {
  constructor(private readonly tags: ExperimentTagsLoaders) {}

  @ResolveField(() => Experiment, {
    nullable: true,
    description: 'The experiment with which the others are compared.',
  })
  baselineExperiment(
    @Parent() { rowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Experiment | null> {
    return loaders.of(this.tags.baselines).load(rowId);
  }
}
