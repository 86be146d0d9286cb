import { Injectable } from '@nestjs/common';
import { type BatchLoader, createLoaderById } from '../../../kernel/graphql/loaders.js';
import { PromptTagsService, type TagTarget } from '../prompt-tags.service.js';
import type { PromptVersionTagEntity } from '../prompt-version-tag.entity.js';
import { type PromptVersionTag, toPromptVersionTag } from './prompt-version-tag.type.js';

/** Loads tags, for all versions or prompts of a page at once. */
@Injectable()
export class PromptTagsLoaders {
  readonly byId: BatchLoader<number, PromptVersionTag | null>;

  constructor(private readonly tags: PromptTagsService) {
    this.byId = createLoaderById((ids) => tags.findByIds(ids), toPromptVersionTag);
  }

  /** By the row ID of the prompt, sorted by name. */
  readonly byPrompt: BatchLoader<number, PromptVersionTagEntity[]> = {
    batch: (ids) => this.tags.listByPrompt(ids),
  };

  /** By the row ID of the version, sorted by name. */
  readonly byVersion: BatchLoader<number, PromptVersionTagEntity[]> = {
    batch: (ids) => this.tags.listByVersion(ids),
  };

  /** The row ID of the version that a tag points to; null if the prompt does not have the tag. */
  readonly versionIds: BatchLoader<TagTarget, number | null> = {
    cacheKey: ({ promptId, tagName }) => `${promptId} ${tagName}`,
    batch: (targets) => this.tags.findVersionIds(targets),
  };
}
