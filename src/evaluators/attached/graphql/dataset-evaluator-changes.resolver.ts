import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { requireRowId, requireRowIds } from '../../../kernel/ids/global-id.js';
import { DATASET_TYPE } from '../../../datasets/datasets.service.js';
import { EVALUATOR_TYPES } from '../../evaluators.service.js';
import { DatasetEvaluatorChangesService } from '../dataset-evaluator-changes.service.js';
import { DATASET_EVALUATOR_TYPE, type DatasetEvaluatorRow } from '../dataset-evaluators.service.js';
import {
  AttachLLMEvaluatorInput,
  CreateDatasetBuiltinEvaluatorInput,
  CreateDatasetCodeEvaluatorInput,
  CreateDatasetLLMEvaluatorInput,
  DeleteDatasetEvaluatorsInput,
  toSharedDraft,
  toLlmDraft,
  toUse,
  UpdateDatasetBuiltinEvaluatorInput,
  UpdateDatasetCodeEvaluatorInput,
  UpdateDatasetLLMEvaluatorInput,
} from './dataset-evaluator.inputs.js';
import {
  DatasetEvaluatorMutationPayload,
  DeleteDatasetEvaluatorsPayload,
  toDatasetEvaluator,
} from './dataset-evaluator.type.js';

@Resolver()
@Access('MEMBER')
export class DatasetEvaluatorChangesResolver {
  constructor(private readonly changes: DatasetEvaluatorChangesService) {}

  @Mutation(() => DatasetEvaluatorMutationPayload, {
    description: 'Adds a built-in evaluator to a dataset.',
  })
  async createDatasetBuiltinEvaluator(
    @Args('input') input: CreateDatasetBuiltinEvaluatorInput,
    @Caller() caller: Identity,
  ): Promise<DatasetEvaluatorMutationPayload> {
    const datasetId = requireRowId(input.datasetId, DATASET_TYPE);
    const evaluatorId = requireRowId(input.evaluatorId, EVALUATOR_TYPES.BUILTIN);
    const draft = toSharedDraft(input);
    return toPayload(await this.changes.attachBuiltIn(datasetId, evaluatorId, draft, caller));
  }

  @Mutation(() => DatasetEvaluatorMutationPayload)
  async updateDatasetBuiltinEvaluator(
    @Args('input') input: UpdateDatasetBuiltinEvaluatorInput,
  ): Promise<DatasetEvaluatorMutationPayload> {
    const id = requireRowId(input.datasetEvaluatorId, DATASET_EVALUATOR_TYPE);
    return toPayload(await this.changes.updateBuiltIn(id, toSharedDraft(input)));
  }

  @Mutation(() => DatasetEvaluatorMutationPayload, {
    description: 'Adds an evaluator with code to a dataset.',
  })
  async createDatasetCodeEvaluator(
    @Args('input') input: CreateDatasetCodeEvaluatorInput,
    @Caller() caller: Identity,
  ): Promise<DatasetEvaluatorMutationPayload> {
    const datasetId = requireRowId(input.datasetId, DATASET_TYPE);
    const evaluatorId = requireRowId(input.evaluatorId, EVALUATOR_TYPES.CODE);
    const draft = toSharedDraft(input);
    return toPayload(await this.changes.attachCode(datasetId, evaluatorId, draft, caller));
  }

  @Mutation(() => DatasetEvaluatorMutationPayload)
  async updateDatasetCodeEvaluator(
    @Args('input') input: UpdateDatasetCodeEvaluatorInput,
  ): Promise<DatasetEvaluatorMutationPayload> {
    const id = requireRowId(input.datasetEvaluatorId, DATASET_EVALUATOR_TYPE);
    return toPayload(await this.changes.updateCode(id, toSharedDraft(input)));
  }

  @Mutation(() => DatasetEvaluatorMutationPayload, {
    description:
      'Creates an evaluator that asks a model, and adds it to a dataset. A new prompt gets the label `evaluator`.',
  })
  async createDatasetLlmEvaluator(
    @Args('input') input: CreateDatasetLLMEvaluatorInput,
    @Caller() caller: Identity,
  ): Promise<DatasetEvaluatorMutationPayload> {
    const datasetId = requireRowId(input.datasetId, DATASET_TYPE);
    return toPayload(await this.changes.attachLlm(datasetId, toLlmDraft(input), caller));
  }

  @Mutation(() => DatasetEvaluatorMutationPayload, {
    description:
      'Adds an evaluator that asks a model and that exists to a dataset. Its prompt and its labels are the same everywhere.',
  })
  async attachLlmEvaluator(
    @Args('input') input: AttachLLMEvaluatorInput,
    @Caller() caller: Identity,
  ): Promise<DatasetEvaluatorMutationPayload> {
    const datasetId = requireRowId(input.datasetId, DATASET_TYPE);
    const evaluatorId = requireRowId(input.evaluatorId, EVALUATOR_TYPES.LLM);
    const use = toUse(input);
    return toPayload(await this.changes.attachExistingLlm(datasetId, evaluatorId, use, caller));
  }

  @Mutation(() => DatasetEvaluatorMutationPayload, {
    description:
      'Changes an evaluator that asks a model, wherever it is used. A changed prompt becomes a new version.',
  })
  async updateDatasetLlmEvaluator(
    @Args('input') input: UpdateDatasetLLMEvaluatorInput,
    @Caller() caller: Identity,
  ): Promise<DatasetEvaluatorMutationPayload> {
    const id = requireRowId(input.datasetEvaluatorId, DATASET_EVALUATOR_TYPE);
    const datasetId = requireRowId(input.datasetId, DATASET_TYPE);
    return toPayload(await this.changes.updateLlm(id, datasetId, toLlmDraft(input), caller));
  }

  @Mutation(() => DeleteDatasetEvaluatorsPayload, {
    description:
      'Removes evaluators from their datasets with their traces. If one does not exist, removes none. Built-in evaluators, those with code, those that were created on their own, and those that other datasets or rules use, are not deleted.',
  })
  @Access('while storage is full too')
  async deleteDatasetEvaluators(
    @Args('input') { datasetEvaluatorIds, deleteAssociatedPrompt }: DeleteDatasetEvaluatorsInput,
  ): Promise<DeleteDatasetEvaluatorsPayload> {
    const ids = requireRowIds(datasetEvaluatorIds, DATASET_EVALUATOR_TYPE);
    await this.changes.remove(ids, deleteAssociatedPrompt);
    return { datasetEvaluatorIds, query: {} };
  }
}

function toPayload(row: DatasetEvaluatorRow): DatasetEvaluatorMutationPayload {
  return { evaluator: toDatasetEvaluator(row), query: {} };
}
