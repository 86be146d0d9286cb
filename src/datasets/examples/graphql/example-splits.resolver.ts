import {
  Args,
  Context,
  Field,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Parent,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { type BatchLoader, sortByKeys } from '../../../kernel/graphql/loaders.js';
import { requireRowId, requireRowIds } from '../../../kernel/ids/global-id.js';
import { DATASET_TYPE, DatasetsService } from '../../datasets.service.js';
import {
  DATASET_SPLIT_TYPE,
  type DatasetSplitRow,
  DatasetSplitsService,
} from '../../splits/dataset-splits.service.js';
import { DatasetSplit, toDatasetSplit } from '../../splits/graphql/dataset-split.type.js';
import { SplitMembersService } from '../../splits/split-members.service.js';
import { DATASET_EXAMPLE_TYPE, DatasetExamplesService } from '../dataset-examples.service.js';
import { DatasetExample, toDatasetExample } from './dataset-example.type.js';
import { CreateDatasetSplitInput } from '../../splits/graphql/dataset-split.inputs.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';

@ObjectType()
class SetDatasetExampleSplitsPayload {
  @Field(() => DatasetExample)
  example: DatasetExample;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
class SetDatasetExamplesSplitsPayload {
  @Field(() => [DatasetExample])
  examples: DatasetExample[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
class DatasetSplitWithExamplesPayload {
  @Field(() => DatasetSplit)
  datasetSplit: DatasetSplit;

  @Field(() => [DatasetExample])
  examples: DatasetExample[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@InputType()
class CreateDatasetSplitWithExamplesInput extends CreateDatasetSplitInput {
  @Field(() => [ID])
  exampleIds: string[];
}

@InputType()
class SetDatasetExampleSplitsInput {
  @Field(() => ID)
  exampleId: string;

  @Field(() => [ID], { description: 'All splits of the example.' })
  datasetSplitIds: string[];
}

@InputType()
class SetDatasetExamplesSplitsInput {
  @Field(() => [ID])
  exampleIds: string[];

  @Field(() => [ID], { description: 'All splits of each example.' })
  datasetSplitIds: string[];

  @Field(() => ID, { nullable: true, description: 'The dataset that must contain all examples.' })
  datasetId?: string | null;
}

/** The splits of examples. */
@Resolver(() => DatasetExample)
export class ExampleSplitsResolver {
  private readonly byExample: BatchLoader<number, DatasetSplitRow[]>;

  constructor(
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
    private readonly splits: DatasetSplitsService,
    private readonly members: SplitMembersService,
  ) {
    this.byExample = { batch: (ids) => members.listByExample(ids) };
  }

  @ResolveField(() => [DatasetSplit], {
    description: 'The splits that contain it now, sorted by name.',
  })
  async datasetSplits(
    @Parent() { rowId }: DatasetExample,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetSplit[]> {
    return (await loaders.of(this.byExample).load(rowId)).map(toDatasetSplit);
  }

  @Mutation(() => SetDatasetExampleSplitsPayload, {
    description: 'Replaces all splits of an example.',
  })
  @Access('MEMBER')
  async setDatasetExampleSplits(
    @Args('input') { exampleId, datasetSplitIds }: SetDatasetExampleSplitsInput,
  ): Promise<SetDatasetExampleSplitsPayload> {
    const [example] = await this.replaceSplits([exampleId], datasetSplitIds);
    return { example: example!, query: {} };
  }

  @Mutation(() => SetDatasetExamplesSplitsPayload, {
    description: 'Replaces all splits of several examples, or changes none if that fails for one.',
  })
  @Access('MEMBER')
  async setDatasetExamplesSplits(
    @Args('input') { exampleIds, datasetSplitIds, datasetId }: SetDatasetExamplesSplitsInput,
  ): Promise<SetDatasetExamplesSplitsPayload> {
    const examples = await this.replaceSplits(exampleIds, datasetSplitIds, datasetId);
    return { examples, query: {} };
  }

  @Mutation(() => DatasetSplitWithExamplesPayload)
  @Access('MEMBER')
  async createDatasetSplitWithExamples(
    @Args('input')
    { name, description, color, metadata, exampleIds }: CreateDatasetSplitWithExamplesInput,
    @Caller() caller: Identity,
  ): Promise<DatasetSplitWithExamplesPayload> {
    const ids = requireRowIds(exampleIds, DATASET_EXAMPLE_TYPE);
    const { split } = await this.splits.create({ name, description, color, metadata }, caller, ids);
    return {
      datasetSplit: toDatasetSplit(split),
      examples: await this.findExamples(ids),
      query: {},
    };
  }

  private async replaceSplits(
    exampleIds: readonly string[],
    splitIds: readonly string[],
    datasetId?: string | null,
  ): Promise<DatasetExample[]> {
    const ids = requireRowIds(exampleIds, DATASET_EXAMPLE_TYPE);
    const splits = await this.splits.getAll(requireRowIds(splitIds, DATASET_SPLIT_TYPE));
    const dataset = datasetId
      ? await this.datasets.get(requireRowId(datasetId, DATASET_TYPE))
      : undefined;
    await this.members.replaceSplits(
      ids,
      splits.map(({ id }) => id),
      dataset?.id,
    );
    return this.findExamples(ids);
  }

  private async findExamples(ids: readonly number[]): Promise<DatasetExample[]> {
    const rows = sortByKeys(ids, await this.examples.findByIds(ids), (row) => row.id);
    return rows.map((row) => {
      if (!row) throw new NotFoundError('An example has since been deleted.');
      return toDatasetExample(row);
    });
  }
}
