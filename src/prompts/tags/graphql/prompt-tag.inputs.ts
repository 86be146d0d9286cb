import { Field, ID, InputType } from '@nestjs/graphql';
import { DomainError } from '../../../kernel/errors/errors.js';
import { IdentifierScalar } from '../../../kernel/graphql/scalars.js';
import { Check } from '../../../kernel/validation/check.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { PROMPT_VERSION_TYPE } from '../../versions/prompt-versions.service.js';
import type { NewTag } from '../prompt-tags.service.js';

@InputType()
export class SetPromptVersionTagInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The version that the tag should point to. Required for `setPromptVersionTag`; not allowed ' +
      'for a version that is being created, to which its tags point.',
  })
  promptVersionId?: string | null;

  @Field(() => IdentifierScalar)
  name: string;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;
}

@InputType()
export class DeletePromptVersionTagInput {
  @Field(() => ID)
  promptVersionTagId: string;
}

/**
 * Reads the tags of a version that is being created.
 * @throws DomainError BAD_USER_INPUT if one of them names a version.
 */
export function readNewTags(tags: SetPromptVersionTagInput[] | null | undefined): NewTag[] {
  if (tags?.some(({ promptVersionId }) => isGiven(promptVersionId))) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'Omit `promptVersionId`: the tags of a new version point to that version.',
    );
  }
  return tags?.map(toNewTag) ?? [];
}

/**
 * Reads a tag and the row ID of the version to which it should point.
 * @throws DomainError BAD_USER_INPUT if it names no version.
 */
export function readTagOfVersion(input: SetPromptVersionTagInput): [number, NewTag] {
  const { promptVersionId } = input;
  if (!isGiven(promptVersionId)) {
    throw new DomainError('BAD_USER_INPUT', '`promptVersionId` is required.');
  }
  return [requireRowId(promptVersionId, PROMPT_VERSION_TYPE), toNewTag(input)];
}

function toNewTag({ name, description }: SetPromptVersionTagInput): NewTag {
  return { name, description: description ?? null };
}

function isGiven(id: string | null | undefined): id is string {
  return id !== null && id !== undefined;
}
