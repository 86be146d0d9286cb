import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { IdentifierScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { Prompt } from '../../graphql/prompt.type.js';
import { PROMPT_VERSION_TYPE } from '../../versions/prompt-versions.service.js';
import {
  PROMPT_VERSION_TAG_TYPE,
  type PromptVersionTagEntity,
} from '../prompt-version-tag.entity.js';

@ObjectType({
  description: 'A name that points to one version of its prompt and can be moved.',
  implements: () => Node,
})
export class PromptVersionTag implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => IdentifierScalar, { description: 'Unique within the prompt.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => ID, { description: 'The version that it points to.' })
  promptVersionId: string;

  @HideField()
  promptVersionRowId: number;

  @HideField()
  userRowId: number | null;
}

@ObjectType({ description: 'The result of setting or deleting a tag.' })
export class PromptVersionTagMutationPayload {
  @Field(() => PromptVersionTag, {
    description: 'The current tag, or the deleted one.',
  })
  promptVersionTag: PromptVersionTag;

  @Field(() => Prompt)
  prompt: Prompt;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toPromptVersionTag(row: PromptVersionTagEntity): PromptVersionTag {
  const { id, name, description, promptVersionId, userId } = row;
  return {
    id: toGlobalId(PROMPT_VERSION_TAG_TYPE, id),
    name,
    description,
    promptVersionId: toGlobalId(PROMPT_VERSION_TYPE, promptVersionId),
    promptVersionRowId: promptVersionId,
    userRowId: userId,
  };
}
