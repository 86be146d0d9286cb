import { Injectable } from '@nestjs/common';
import {
  type BatchLoader,
  loadInGroups,
  sortByKeys,
  createLoaderById,
} from '../../../kernel/graphql/loaders.js';
import type { Slice } from '../../prompts.service.js';
import type { PromptVersionRow } from '../prompt-version.entity.js';
import { PromptVersionsQueries } from '../prompt-versions.queries.js';
import {
  type PromptVersionPayload,
  type PromptVersionPlace,
  PromptVersionsService,
} from '../prompt-versions.service.js';
import { type PromptVersion, toPromptVersion } from './prompt-version.type.js';

/** A part of a prompt's versions. */
interface SliceKey {
  promptId: number;
  slice: Slice;
}

/** Loads versions and their contents, for all versions or prompts of a page at once. */
@Injectable()
export class PromptVersionsLoaders {
  readonly byId: BatchLoader<number, PromptVersion | null>;

  constructor(
    private readonly versions: PromptVersionsService,
    private readonly queries: PromptVersionsQueries,
  ) {
    this.byId = createLoaderById((ids) => versions.findByIds(ids), toPromptVersion);
  }

  /** The large parts of a version; null if it has been deleted. */
  readonly payloads: BatchLoader<number, PromptVersionPayload | null> = {
    isLarge: true,
    batch: async (ids) => sortByKeys(ids, await this.queries.payloads(ids), ({ id }) => id),
  };

  /** The position of a version in the history of its prompt; null if it has been deleted. */
  readonly places: BatchLoader<number, PromptVersionPlace | null> = {
    batch: async (ids) => sortByKeys(ids, await this.queries.places(ids), ({ id }) => id),
  };

  /** Newest first. */
  readonly slices: BatchLoader<SliceKey, PromptVersionRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ slice }) => JSON.stringify(slice),
        (group, { slice }) => {
          const promptIds = group.map(({ promptId }) => promptId);
          return this.versions.sliceByPrompt(promptIds, slice);
        },
        ({ slice }) => slice.limit,
      ),
  };

  /** By the row ID of the prompt. */
  readonly counts: BatchLoader<number, number> = {
    batch: (promptIds) => this.versions.countByPrompt(promptIds),
  };
}
