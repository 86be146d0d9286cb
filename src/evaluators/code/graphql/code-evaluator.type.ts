import { Field, HideField, ID, Int, ObjectType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar, JsonScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { CodeEvaluator } from '../../graphql/evaluator.type.js';
import { CODE_VERSION_TYPE, type CodeVersionRow } from '../code-evaluators.service.js';

@ObjectType({
  description: 'The code of an evaluator at one time.',
  implements: () => Node,
})
export class CodeEvaluatorVersion implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  evaluatorRowId: number;

  @HideField()
  userRowId: number | null;

  @Field(() => Int, { description: 'From 1.' })
  sequenceNumber: number;

  @Field(() => String)
  sourceCode: string;

  @Field(() => JsonScalar, {
    description: 'A JSON schema of the inputs, which are the parameters of the function.',
  })
  inputSchema: JsonObject;

  @Field(() => DateTimeScalar)
  createdAt: string;
}

@ObjectType()
export class CodeEvaluatorVersionEdge extends EdgeOf(CodeEvaluatorVersion) {}

@ObjectType()
export class CodeEvaluatorVersionConnection extends ConnectionOf(CodeEvaluatorVersionEdge) {}

@ObjectType()
export class CodeEvaluatorMutationPayload {
  @Field(() => CodeEvaluator)
  evaluator: CodeEvaluator;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class CreateCodeEvaluatorVersionPayload extends CodeEvaluatorMutationPayload {
  @Field(() => Boolean, { description: 'False if the code was that of the current version.' })
  wasCreated: boolean;
}

export function toCodeVersion(row: CodeVersionRow): CodeEvaluatorVersion {
  const { id, evaluatorId, userId, sequenceNumber, sourceCode, parameters, createdAt } = row;
  return {
    id: toGlobalId(CODE_VERSION_TYPE, id),
    rowId: id,
    evaluatorRowId: evaluatorId,
    userRowId: userId,
    sequenceNumber,
    sourceCode,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name }) => [name, {}])),
      required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    },
    createdAt,
  };
}
