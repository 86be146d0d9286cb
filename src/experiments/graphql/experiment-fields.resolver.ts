import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { OffsetPageArgs, pageOfList } from '../../kernel/pagination/offset-page.js';
import { Dataset } from '../../datasets/graphql/dataset.type.js';
import {
  type DatasetSplit,
  DatasetSplitConnection,
} from '../../datasets/splits/graphql/dataset-split.type.js';
import { DatasetVersion } from '../../datasets/versions/graphql/dataset-version.type.js';
import { Project } from '../../projects/graphql/project.type.js';
import { User } from '../../users/graphql/user.type.js';
import { ExperimentsLoaders } from './experiments.loader.js';
import { Experiment } from './experiment.type.js';

/** The fields of an experiment that are not in its row, loaded for a whole page at once. */
@Resolver(() => Experiment)
export class ExperimentFieldsResolver {
  constructor(private readonly details: ExperimentsLoaders) {}

  @ResolveField(() => Int, {
    description:
      'Position among all experiments of the dataset, starting at 1. Deleted experiments leave no gaps.',
  })
  async sequenceNumber(
    @Parent() { rowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    // An experiment that has just been deleted has no position.
    return (await loaders.of(this.details.sequenceNumbers).load(rowId)) ?? 0;
  }

  @ResolveField(() => DateTimeScalar, { description: 'When it was last edited or got a run.' })
  async lastUpdatedAt(
    @Parent() { rowId, updatedAt }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string> {
    return (await loaders.of(this.details.lastUpdates).load(rowId)) ?? updatedAt;
  }

  @ResolveField(() => User, { nullable: true, description: 'Who created it.' })
  async user(
    @Parent() { userRowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.details.users).load(userRowId);
  }

  @ResolveField(() => Dataset)
  async dataset(
    @Parent() { datasetRowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Dataset> {
    const dataset = await loaders.of(this.details.datasets).load(datasetRowId);
    // Experiments are deleted with their dataset, which has just been deleted.
    if (!dataset) throw new NotFoundError('The dataset has since been deleted.');
    return dataset;
  }

  @ResolveField(() => DatasetVersion)
  async datasetVersion(
    @Parent() { datasetVersionRowId }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetVersion> {
    const version = await loaders.of(this.details.versions).load(datasetVersionRowId);
    if (!version) throw new NotFoundError('The dataset has since been deleted.');
    return version;
  }

  @ResolveField(() => DatasetSplitConnection, {
    description:
      'The splits to which it is limited, sorted by name. Empty if it covers the whole dataset.',
  })
  async datasetSplits(
    @Parent() { rowId }: Experiment,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<DatasetSplit>> {
    return pageOfList(page, await loaders.of(this.details.splits).load(rowId), (split) => split);
  }

  @ResolveField(() => Project, {
    nullable: true,
    description: "The project of its runs' traces; null if it was deleted.",
  })
  async project(
    @Parent() { projectName }: Experiment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project | null> {
    return projectName === null ? null : loaders.of(this.details.projects).load(projectName);
  }
}
