import { toGlobalId } from '../../../kernel/ids/global-id.js';
import {
  PROMPT_VERSION_TAG_TYPE,
  type PromptVersionTagEntity,
} from '../prompt-version-tag.entity.js';

/** A tag in the REST API. */
export class PromptTagItem {
  /** Unique within the prompt. */
  name: string;

  /** Absent if there is none. */
  description?: string;

  /** Global ID. */
  id: string;
}

/** A page of tags. */
export class PromptTagItemPage {
  data: PromptTagItem[];

  /** The `cursor` of the next page; null on the last page. */
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
