import { Args, Context, ID, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { Dataset, DatasetConnection } from '../../../datasets/graphql/dataset.type.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { User } from '../../../users/graphql/user.type.js';
import type { OutputConfig } from '../../evaluation/output-config.js';
import { Evaluator } from '../../graphql/evaluator.type.js';
import { DatasetEvaluatorsArgs, toOrder } from '../../graphql/evaluators.args.js';
import { EvaluatorsLoaders } from '../../graphql/evaluators.loader.js';
import { EvaluatorOutputConfig } from '../../graphql/output-config.type.js';
import { DATASET_EVALUATOR_TYPE, type Slice } from '../dataset-evaluators.service.js';
import {
  DatasetEvaluator,
  DatasetEvaluatorConnection,
  toDatasetEvaluator,
} from './dataset-evaluator.type.js';
import { DatasetEvaluatorsLoaders } from './dataset-evaluators.loader.js';

@Resolver(() => DatasetEvaluator)
export class DatasetEvaluatorsResolver {
  constructor(
    private readonly attached: DatasetEvaluatorsLoaders,
    private readonly evaluators: EvaluatorsLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register(DATASET_EVALUATOR_TYPE, (id, { loaders }) => loaders.of(attached.byId).load(id));
  }

  @ResolveField(() => Dataset)
  async dataset(
    @Parent() { datasetRowId }: DatasetEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Dataset> {
    return requireKnown(await loaders.of(this.attached.datasetById).load(datasetRowId));
  }

  @ResolveField(() => Evaluator)
  async evaluator(
    @Parent() { evaluatorRowId }: DatasetEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Evaluator> {
    return requireKnown(await loaders.of(this.evaluators.byId).load(evaluatorRowId));
  }

  @ResolveField(() => [EvaluatorOutputConfig], { description: 'One; at most one for code.' })
  async outputConfigs(
    @Parent() parent: DatasetEvaluator,
    @Context() context: GraphqlContext,
  ): Promise<OutputConfig[]> {
    return parent.ownOutputConfigs ?? (await this.evaluator(parent, context)).outputConfigs;
  }

  @ResolveField(() => Project, {
    nullable: true,
    description: 'The project with the traces of its model; null if it was deleted.',
  })
  project(
    @Parent() { projectName }: DatasetEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project | null> {
    return loaders.of(this.attached.projects).load(projectName);
  }

  @ResolveField(() => User, { nullable: true, description: 'The user who attached it.' })
  async user(
    @Parent() { userRowId }: DatasetEvaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.evaluators.users).load(userRowId);
  }
}

/** Adds evaluators to the fields of a dataset. */
@Resolver(() => Dataset)
export class EvaluatorsOfDatasetResolver {
  constructor(private readonly attached: DatasetEvaluatorsLoaders) {}

  @ResolveField(() => Int, { description: 'Number of evaluators of the dataset.' })
  evaluatorCount(
    @Parent() { rowId: datasetId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.attached.counts).load({ datasetId, name: null });
  }

  @ResolveField(() => DatasetEvaluator, { description: 'An evaluator of the dataset.' })
  async datasetEvaluator(
    @Parent() { rowId }: Dataset,
    @Args('datasetEvaluatorId', { type: () => ID }) id: string,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetEvaluator> {
    const evaluatorId = requireRowId(id, DATASET_EVALUATOR_TYPE);
    const found = await loaders.of(this.attached.byId).load(evaluatorId);
    if (found?.datasetRowId === rowId) return found;
    throw new NotFoundError(`Evaluator "${id}" not found.`);
  }

  @ResolveField(() => DatasetEvaluatorConnection, {
    description: 'The evaluators for the experiments that the server runs.',
  })
  datasetEvaluators(
    @Parent() { rowId: datasetId }: Dataset,
    @Args() { sort, filter, ...page }: DatasetEvaluatorsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<DatasetEvaluator>> {
    const name = filter?.value ?? null;
    const list = {
      slice: (slice: Slice) => {
        const key = { datasetId, page: { name, ...toOrder(sort), ...slice } };
        return loaders.of(this.attached.ofDatasets).load(key);
      },
      count: () => loaders.of(this.attached.counts).load({ datasetId, name }),
    };
    return offsetConnection(page, list, toDatasetEvaluator);
  }
}

/** Adds the datasets that use an evaluator to its fields. */
@Resolver(() => Evaluator)
export class UsesOfEvaluatorResolver {
  constructor(private readonly attached: DatasetEvaluatorsLoaders) {}

  @ResolveField(() => Int, { description: 'Number of datasets that use it.' })
  async datasetCount(
    @Parent() { rowId: evaluatorId }: Evaluator,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return (await loaders.of(this.attached.useCounts).load(evaluatorId)).datasets;
  }

  @ResolveField(() => DatasetConnection, {
    description: 'The datasets that use the evaluator, oldest first.',
  })
  datasets(
    @Parent() { rowId: evaluatorId }: Evaluator,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Dataset>> {
    const list = {
      slice: async (slice: Slice) => {
        const key = { id: evaluatorId, slice };
        const ids = await loaders.of(this.attached.datasetsOfEvaluators).load(key);
        const found = ids.map((id) => loaders.of(this.attached.datasetById).load(id));
        return (await Promise.all(found)).filter((dataset) => dataset !== null);
      },
      count: async () => (await loaders.of(this.attached.useCounts).load(evaluatorId)).datasets,
    };
    return offsetConnection(page, list, (dataset) => dataset);
  }

  @ResolveField(() => DatasetEvaluatorConnection, {
    description: 'The uses of the evaluator in datasets, oldest first.',
  })
  datasetEvaluators(
    @Parent() { rowId: evaluatorId }: Evaluator,
    @Args() page: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<DatasetEvaluator>> {
    const list = {
      slice: (slice: Slice) =>
        loaders.of(this.attached.usesOfEvaluators).load({ id: evaluatorId, slice }),
      count: async () => (await loaders.of(this.attached.useCounts).load(evaluatorId)).uses,
    };
    return offsetConnection(page, list, toDatasetEvaluator);
  }
}

function requireKnown<T>(found: T | null): T {
  if (found === null) throw new NotFoundError('The dataset or evaluator has since been deleted.');
  return found;
}
