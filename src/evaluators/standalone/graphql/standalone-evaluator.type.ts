import { Field, ID, ObjectType } from '@nestjs/graphql';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { LLMEvaluator } from '../../graphql/evaluator.type.js';

@ObjectType()
export class LLMEvaluatorMutationPayload {
  @Field(() => LLMEvaluator)
  evaluator: LLMEvaluator;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteEvaluatorsPayload {
  @Field(() => [ID])
  evaluatorIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}
