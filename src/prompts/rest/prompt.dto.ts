import { toGlobalId } from '../../common/ids/global-id.js';
import type { PromptRow } from '../prompt.entity.js';
import { PROMPT_TYPE } from '../graphql/prompt.type.js';

/** A prompt in the REST API. */
export class PromptItem {
  /** Unique. */
  name: string;

  description: string | null;

  /** Global id of the prompt that this one was cloned from. */
  source_prompt_id: string | null;

  /** What its owners keep with it. */
  metadata: object;

  /** Global id. */
  id: string;
}

/** A page of prompts. */
export class PromptItemPage {
  data: PromptItem[];

  /** The `cursor` of the following page; null on the last one. */
  next_cursor: string | null;
}

/** A prompt in the answer to a change. What is not set is left out. */
export class ChangedPromptItem {
  /** Unique. */
  name: string;

  description?: string;

  /** Global id of the prompt that this one was cloned from. */
  source_prompt_id?: string;

  /** What its owners keep with it. */
  metadata: object;

  /** Global id. */
  id: string;
}

export class ChangedPromptAnswer {
  data: ChangedPromptItem;
}

export function toPromptItem(row: PromptRow): PromptItem {
  const { id, name, description, sourcePromptId, metadata } = row;
  return {
    name,
    description,
    source_prompt_id: sourcePromptId === null ? null : toGlobalId(PROMPT_TYPE, sourcePromptId),
    metadata,
    id: toGlobalId(PROMPT_TYPE, id),
  };
}

export function toChangedPromptItem(row: PromptRow): ChangedPromptItem {
  const { name, description, source_prompt_id, metadata, id } = toPromptItem(row);
  return {
    name,
    ...(description === null ? {} : { description }),
    ...(source_prompt_id === null ? {} : { source_prompt_id }),
    metadata,
    id,
  };
}
