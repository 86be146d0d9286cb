import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { Node } from '../../../common/graphql/node.type.js';
import { QueryRoot } from '../../../common/graphql/query-root.type.js';
import { IdentifierScalar } from '../../../common/graphql/scalars.js';
import { Prompt } from '../../graphql/prompt.type.js';
import { PROMPT_VERSION_TYPE } from '../../versions/graphql/prompt-version.type.js';
import type { PromptVersionTagEntity } from '../prompt-version-tag.entity.js';

/** Type name inside a tag's global id. */
export const PROMPT_VERSION_TAG_TYPE = 'PromptVersionTag';

@ObjectType({
  description: 'A name that points to one version of its prompt, and can be moved to another.',
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

@ObjectType({ description: 'What a mutation of a tag answers with.' })
export class PromptVersionTagMutationPayload {
  @Field(() => PromptVersionTag, { description: 'As it is now, or was until it was deleted.' })
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
