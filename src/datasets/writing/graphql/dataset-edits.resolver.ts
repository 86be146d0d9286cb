import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { DatasetMutationPayload, toDataset } from '../../graphql/dataset.type.js';
import type { VersionNote } from '../dataset-editor.js';
import {
  AddExamplesToDatasetInput,
  AddSpansToDatasetInput,
  DeleteDatasetExamplesInput,
  type NewVersionInput,
  PatchDatasetExamplesInput,
} from './dataset-edits.inputs.js';
import { ExampleAdditionsService } from '../example-additions.service.js';
import { ExampleChangesService } from '../example-changes.service.js';

/** Changes of single examples. Each makes one version of the dataset. */
@Resolver()
export class DatasetEditsResolver {
  constructor(
    private readonly additions: ExampleAdditionsService,
    private readonly changes: ExampleChangesService,
  ) {}

  @Mutation(() => DatasetMutationPayload, {
    description:
      'Makes an example of each span: messages, tools and variables of LLM spans, documents of ' +
      'retrievers, input and output of all others. `metadata.span_kind` says what it was.',
  })
  @RequiredRole('MEMBER')
  async addSpansToDataset(
    @Args('input') input: AddSpansToDatasetInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const { datasetId, spanIds } = input;
    return answer(await this.additions.addSpans(datasetId, spanIds, noteOf(input), caller));
  }

  @Mutation(() => DatasetMutationPayload, {
    description: 'An `externalId` that another example has is a conflict.',
  })
  @RequiredRole('MEMBER')
  async addExamplesToDataset(
    @Args('input') input: AddExamplesToDatasetInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const { datasetId, examples } = input;
    return answer(await this.additions.addExamples(datasetId, examples, noteOf(input), caller));
  }

  @Mutation(() => DatasetMutationPayload, {
    description: 'All examples are of one dataset. What already is as it should be stays as it is.',
  })
  @RequiredRole('MEMBER')
  async patchDatasetExamples(
    @Args('input') input: PatchDatasetExamplesInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const { patches, datasetId, versionDescription, versionMetadata } = input;
    const note = { description: versionDescription, metadata: versionMetadata };
    return answer(await this.changes.patch(patches, datasetId, note, caller));
  }

  @Mutation(() => DatasetMutationPayload, {
    description: 'All examples are of one dataset; its older versions go on holding them.',
  })
  @RequiredRole('MEMBER')
  async deleteDatasetExamples(
    @Args('input') input: DeleteDatasetExamplesInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const { exampleIds, datasetId } = input;
    return answer(await this.changes.delete(exampleIds, datasetId, noteOf(input), caller));
  }
}

function noteOf(input: NewVersionInput): VersionNote {
  return {
    description: input.datasetVersionDescription,
    metadata: input.datasetVersionMetadata,
  };
}

function answer(dataset: Parameters<typeof toDataset>[0]): DatasetMutationPayload {
  return { dataset: toDataset(dataset), query: {} };
}
