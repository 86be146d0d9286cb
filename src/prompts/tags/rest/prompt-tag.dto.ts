import { toGlobalId } from '../../../common/ids/global-id.js';
import { PROMPT_VERSION_TAG_TYPE } from '../graphql/prompt-version-tag.type.js';
import type { PromptVersionTagEntity } from '../prompt-version-tag.entity.js';

/** A tag in the REST API. */
export class PromptTagItem {
  /** Unique within the prompt. */
  name: string;

  /** Absent when there is none. */
  description?: string;

  /** Global id. */
  id: string;
}

/** A page of tags. */
export class PromptTagItemPage {
  data: PromptTagItem[];

  /** The `cursor` of the following page; null on the last one. */
  next_cursor: string | null;
}

export function toPromptTagItem(row: PromptVersionTagEntity): PromptTagItem {
  const { id, name, description } = row;
  return {
    name,
    ...(description === null ? {} : { description }),
    id: toGlobalId(PROMPT_VERSION_TAG_TYPE, id),
  };
}
