import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { requireRowId, requireRowIds } from '../../../kernel/ids/global-id.js';
import { DATASET_TYPE } from '../../datasets.service.js';
import { DATASET_EXAMPLE_TYPE } from '../../examples/dataset-examples.service.js';
import { DatasetMutationPayload, toDatasetPayload } from '../../graphql/dataset.type.js';
import { ExampleAdditionsService } from '../example-additions.service.js';
import { ExampleChangesService, type ExamplePatch } from '../example-changes.service.js';
import { ExampleOperationsService } from '../example-operations.service.js';
import type { ExampleOperation } from '../fold-operations.js';
import { badInput, type VersionNote } from '../given-content.js';
import {
  AddExamplesToDatasetInput,
  AddSpansToDatasetInput,
  type DatasetExampleOperation,
  DeleteDatasetExamplesInput,
  type NewVersionInput,
  PatchDatasetExamplesInput,
} from './dataset-edits.inputs.js';

/** Edits of single examples. Each creates one version of the dataset. */
@Resolver()
export class DatasetEditsResolver {
  constructor(
    private readonly additions: ExampleAdditionsService,
    private readonly changes: ExampleChangesService,
    private readonly operations: ExampleOperationsService,
  ) {}

  @Mutation(() => DatasetMutationPayload, {
    description:
      'Creates an example from each span: messages, tools and variables of LLM spans, documents of ' +
      'retrievers, input and output of all others. `metadata.span_kind` contains the kind of the span.',
  })
  @Access('MEMBER', 'by project role')
  async addSpansToDataset(
    @Args('input') input: AddSpansToDatasetInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const datasetId = requireRowId(input.datasetId, DATASET_TYPE);
    const spanIds = requireRowIds(input.spanIds, 'Span');
    const dataset = await this.additions.addSpans(datasetId, spanIds, toNote(input), caller);
    return toDatasetPayload(dataset);
  }

  @Mutation(() => DatasetMutationPayload, {
    description: 'An `externalId` that another example already has is a conflict.',
  })
  @Access('MEMBER', 'by project role')
  async addExamplesToDataset(
    @Args('input') input: AddExamplesToDatasetInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const datasetId = requireRowId(input.datasetId, DATASET_TYPE);
    const examples = input.examples.map(({ spanId, ...example }) => ({
      ...example,
      spanId: spanId ? requireRowId(spanId, 'Span') : null,
    }));
    const dataset = await this.additions.addExamples(datasetId, examples, toNote(input), caller);
    return toDatasetPayload(dataset);
  }

  @Mutation(() => DatasetMutationPayload, {
    description:
      'Changes examples of one dataset as one version: either `patches`, or `operations`, which also add and remove examples. ' +
      'Examples whose content stays the same get no new revision.',
  })
  @Access('MEMBER', 'by project role')
  async patchDatasetExamples(
    @Args('input') input: PatchDatasetExamplesInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const { versionDescription: description, versionMetadata: metadata } = input;
    const note = { description, metadata };
    const changes = readChanges(input);
    const dataset =
      'patches' in changes
        ? await this.changes.patch(changes.patches, changes.datasetId, note, caller)
        : await this.operations.apply(changes.datasetId, changes.operations, note, caller);
    return toDatasetPayload(dataset);
  }

  @Mutation(() => DatasetMutationPayload, {
    description: 'Deletes examples of one dataset. Its older versions still contain them.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteDatasetExamples(
    @Args('input') input: DeleteDatasetExamplesInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const ids = requireRowIds(input.exampleIds, DATASET_EXAMPLE_TYPE);
    const dataset = await this.changes.delete(ids, toDatasetId(input), toNote(input), caller);
    return toDatasetPayload(dataset);
  }
}

/** The changes that an input asks for: either of the two. */
type ExampleChanges =
  | { patches: ExamplePatch[]; datasetId: number | null }
  | { operations: ExampleOperation[]; datasetId: number };

/** @throws DomainError BAD_USER_INPUT unless the input has either patches or operations. */
function readChanges(input: PatchDatasetExamplesInput): ExampleChanges {
  const { patches, operations } = input;
  const datasetId = toDatasetId(input);
  if (patches && !operations) {
    const read = patches.map(({ exampleId, ...content }) => ({
      ...content,
      id: requireRowId(exampleId, DATASET_EXAMPLE_TYPE),
    }));
    return { patches: read, datasetId };
  }
  if (patches || !operations) throw badInput('Give either operations or patches.');
  if (datasetId === null) throw badInput('datasetId is required.');
  return { operations: operations.map(toOperation), datasetId };
}

function toOperation({ add, replace, remove }: DatasetExampleOperation): ExampleOperation {
  if (add) return { kind: 'add', value: add.value };
  if (replace) {
    const { exampleId, field, value } = replace;
    return { kind: 'replace', id: requireRowId(exampleId, DATASET_EXAMPLE_TYPE), field, value };
  }
  return { kind: 'remove', id: requireRowId(remove!.exampleId, DATASET_EXAMPLE_TYPE) };
}

function toDatasetId({ datasetId }: { datasetId?: string | null }): number | null {
  return datasetId ? requireRowId(datasetId, DATASET_TYPE) : null;
}

function toNote(input: NewVersionInput): VersionNote {
  return {
    description: input.datasetVersionDescription,
    metadata: input.datasetVersionMetadata,
  };
}
