import { Field, ID, ObjectType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { Label, toLabel } from '../../../labels/graphql/label.type.js';
import type { LabelRow } from '../../../labels/labels.service.js';
import { PROMPT_LABEL_TYPE } from '../prompt-label.entity.js';

@ObjectType({ description: 'A label for prompts.', implements: () => Node })
export class PromptLabel extends Label implements Node {}

@ObjectType()
export class PromptLabelEdge extends EdgeOf(PromptLabel) {}

@ObjectType()
export class PromptLabelConnection extends ConnectionOf(PromptLabelEdge) {}

@ObjectType({ description: 'The result of creating or changing a label.' })
export class PromptLabelMutationPayload {
  @Field(() => [PromptLabel], { description: 'The created or changed labels.' })
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

export function toPromptLabel(row: LabelRow): PromptLabel {
  return toLabel(PROMPT_LABEL_TYPE, row);
}
