import { toGlobalId } from '../../kernel/ids/global-id.js';
import { PROMPT_TYPE, type PromptRow } from '../prompt.entity.js';

/** A prompt in the REST API. */
export class PromptItem {
  /** Unique. */
  name: string;

  description: string | null;

  /** Global ID of the prompt that this one was cloned from. */
  source_prompt_id: string | null;

  metadata: object;

  /** Global ID. */
  id: string;
}

/** A page of prompts. */
export class PromptItemPage {
  data: PromptItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

/** A changed prompt. Fields without a value are left out. */
export class ChangedPromptItem {
  /** Unique. */
  name: string;

  description?: string;

  /** Global ID of the prompt that this one was cloned from. */
  source_prompt_id?: string;

  metadata: object;

  /** Global ID. */
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
