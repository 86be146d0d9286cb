import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar, IdentifierScalar, JsonScalar } from '../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { PROMPT_TYPE, type PromptRow } from '../prompt.entity.js';

@ObjectType({
  description: 'A named prompt with versions.',
  implements: () => Node,
})
export class Prompt implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @Field(() => IdentifierScalar, { description: 'Unique. Never changes.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: object;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar, {
    description: 'When it was last changed or got a new version.',
  })
  updatedAt: string;

  @Field(() => ID, { nullable: true, description: 'The prompt from which this one was cloned.' })
  sourcePromptId: string | null;

  @HideField()
  sourcePromptRowId: number | null;

  @HideField()
  projectRowId: number | null;

  @HideField()
  userRowId: number | null;

  @HideField()
  updatedByRowId: number | null;
}

@ObjectType()
export class PromptEdge extends EdgeOf(Prompt) {}

@ObjectType()
export class PromptConnection extends ConnectionOf(PromptEdge) {}

@ObjectType({ description: 'The result of a mutation that returns no prompt.' })
export class PromptMutationPayload {
  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toPrompt(row: PromptRow): Prompt {
  const { id, name, description, metadata, createdAt, updatedAt, sourcePromptId } = row;
  return {
    id: toGlobalId(PROMPT_TYPE, id),
    rowId: id,
    name,
    description,
    metadata,
    createdAt,
    updatedAt,
    sourcePromptId: sourcePromptId === null ? null : toGlobalId(PROMPT_TYPE, sourcePromptId),
    sourcePromptRowId: sourcePromptId,
    projectRowId: row.projectId,
    userRowId: row.userId,
    updatedByRowId: row.updatedBy,
  };
}
