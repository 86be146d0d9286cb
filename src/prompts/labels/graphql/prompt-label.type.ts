import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../common/pagination/connection.js';
import { Node } from '../../../common/graphql/node.type.js';
import { QueryRoot } from '../../../common/graphql/query-root.type.js';
import type { PromptLabelEntity } from '../prompt-label.entity.js';

/** Type name inside a label's global id. */
export const PROMPT_LABEL_TYPE = 'PromptLabel';

@ObjectType({ description: 'A label that prompts bear.', implements: () => Node })
export class PromptLabel implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @Field(() => String, { description: 'Unique.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => String, { description: '`#rrggbb`' })
  color: string;
}

@ObjectType()
export class PromptLabelEdge extends EdgeOf(PromptLabel) {}

@ObjectType()
export class PromptLabelConnection extends ConnectionOf(PromptLabelEdge) {}

@ObjectType({ description: 'What a mutation of a label answers with.' })
export class PromptLabelMutationPayload {
  @Field(() => [PromptLabel], { description: 'The labels that were made or changed.' })
  promptLabels: PromptLabel[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeletePromptLabelsPayload {
  @Field(() => [ID])
  deletedPromptLabelIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType({ description: 'What a mutation answers with that leaves nothing of its own to show.' })
export class PromptMutationPayload {
  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toPromptLabel({ id, name, description, color }: PromptLabelEntity): PromptLabel {
  return { id: toGlobalId(PROMPT_LABEL_TYPE, id), rowId: id, name, description, color };
}
