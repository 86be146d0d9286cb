import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { toDatasetExample } from '../../examples/graphql/dataset-example.type.js';
import {
  DatasetSplitWithExamplesPayload,
  SetDatasetExamplesSplitsPayload,
  SetDatasetExampleSplitsPayload,
  toDatasetSplit,
} from './dataset-split.type.js';
import {
  CreateDatasetSplitWithExamplesInput,
  SetDatasetExamplesSplitsInput,
  SetDatasetExampleSplitsInput,
} from './dataset-split.inputs.js';
import { SplitChangesService } from '../split-changes.service.js';
import { SplitMembersService } from '../split-members.service.js';

@Resolver()
export class SplitMembersResolver {
  constructor(
    private readonly members: SplitMembersService,
    private readonly changes: SplitChangesService,
  ) {}

  @Mutation(() => SetDatasetExampleSplitsPayload, {
    description: 'Puts an example into these splits, and takes it out of all others.',
  })
  @RequiredRole('MEMBER')
  async setDatasetExampleSplits(
    @Args('input') { exampleId, datasetSplitIds }: SetDatasetExampleSplitsInput,
  ): Promise<SetDatasetExampleSplitsPayload> {
    const [example] = await this.members.set([exampleId], datasetSplitIds);
    return { example: toDatasetExample(example!), query: {} };
  }

  @Mutation(() => SetDatasetExamplesSplitsPayload, {
    description: 'Puts examples into these splits, and takes them out of all others; all or none.',
  })
  @RequiredRole('MEMBER')
  async setDatasetExamplesSplits(
    @Args('input') { exampleIds, datasetSplitIds, datasetId }: SetDatasetExamplesSplitsInput,
  ): Promise<SetDatasetExamplesSplitsPayload> {
    const examples = await this.members.set(exampleIds, datasetSplitIds, datasetId);
    return { examples: examples.map((example) => toDatasetExample(example)), query: {} };
  }

  @Mutation(() => DatasetSplitWithExamplesPayload)
  @RequiredRole('MEMBER')
  async createDatasetSplitWithExamples(
    @Args('input') input: CreateDatasetSplitWithExamplesInput,
    @Caller() caller: Identity,
  ): Promise<DatasetSplitWithExamplesPayload> {
    const { name, description, color, metadata, exampleIds } = input;
    const details = { name, description, color, metadata };
    const { split, examples } = await this.changes.create(details, caller, exampleIds);
    return {
      datasetSplit: toDatasetSplit(split),
      examples: examples.map((example) => toDatasetExample(example)),
      query: {},
    };
  }
}
