import { Args, Field, ID, Mutation, ObjectType, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { toLlmDraft } from '../../attached/graphql/dataset-evaluator.inputs.js';
import { EVALUATOR_TYPES, type EvaluatorRow } from '../../evaluators.service.js';
import { LLMEvaluator, toEvaluator } from '../../graphql/evaluator.type.js';
import { StandaloneEvaluatorsService } from '../standalone-evaluators.service.js';
import {
  CreateLLMEvaluatorInput,
  DeleteEvaluatorsInput,
  toDeletedId,
  UpdateLLMEvaluatorInput,
} from './standalone-evaluator.inputs.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';

@ObjectType()
class LLMEvaluatorMutationPayload {
  @Field(() => LLMEvaluator)
  evaluator: LLMEvaluator;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
class DeleteEvaluatorsPayload {
  @Field(() => [ID])
  evaluatorIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@Resolver()
@Access('MEMBER')
export class StandaloneEvaluatorsResolver {
  constructor(private readonly standalone: StandaloneEvaluatorsService) {}

  @Mutation(() => LLMEvaluatorMutationPayload, {
    description:
      'Creates an evaluator that asks a model, without a dataset. It stays until someone deletes it. A new prompt gets the label `evaluator`.',
  })
  async createLlmEvaluator(
    @Args('input') input: CreateLLMEvaluatorInput,
    @Caller() caller: Identity,
  ): Promise<LLMEvaluatorMutationPayload> {
    return toPayload(await this.standalone.createLlm(toLlmDraft(input), caller));
  }

  @Mutation(() => LLMEvaluatorMutationPayload, {
    description:
      'Changes an evaluator that asks a model, wherever it is used. A changed prompt becomes a new version.',
  })
  async updateLlmEvaluator(
    @Args('input') input: UpdateLLMEvaluatorInput,
    @Caller() caller: Identity,
  ): Promise<LLMEvaluatorMutationPayload> {
    const id = requireRowId(input.id, EVALUATOR_TYPES.LLM);
    return toPayload(await this.standalone.updateLlm(id, toLlmDraft(input), caller));
  }

  @Mutation(() => DeleteEvaluatorsPayload, {
    description:
      'Deletes evaluators that no dataset and no rule uses. If one of them is used or does not exist, deletes none.',
  })
  @Access('while storage is full too')
  async deleteEvaluators(
    @Args('input') { evaluatorIds, deleteAssociatedPrompt }: DeleteEvaluatorsInput,
  ): Promise<DeleteEvaluatorsPayload> {
    await this.standalone.delete(evaluatorIds.map(toDeletedId), deleteAssociatedPrompt);
    return { evaluatorIds, query: {} };
  }
}

function toPayload(row: EvaluatorRow): LLMEvaluatorMutationPayload {
  return { evaluator: toEvaluator(row) as LLMEvaluator, query: {} };
}
