import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups, inOrderOf } from '../../common/graphql/loaders.js';
import { type Prompt, toPrompt } from './prompt.type.js';
import { PromptsQueries, type Slice } from '../prompts.queries.js';
import { PromptTagsQueries } from '../tags/prompt-tags.queries.js';
import {
  type PromptVersionTag,
  toPromptVersionTag,
} from '../tags/graphql/prompt-version-tag.type.js';
import type { PromptVersionRow } from '../versions/prompt-version.entity.js';
import { PromptVersionsQueries } from '../versions/prompt-versions.queries.js';

/** A part of the versions of a prompt. */
export interface PromptVersionsKey {
  promptId: number;
  slice: Slice;
}

/** The version of a prompt that a tag points to. */
export interface TaggedVersionKey {
  promptId: number;
  tagName: string;
}

/** What prompts show besides their rows, by row id, for all prompts of a page at once. */
@Injectable()
export class PromptLoaders {
  constructor(
    private readonly prompts: PromptsQueries,
    private readonly versions: PromptVersionsQueries,
    private readonly tags: PromptTagsQueries,
  ) {}

  readonly byId: BatchLoader<number, Prompt | null> = {
    batch: async (ids) => {
      const rows = await this.prompts.findByIds(ids);
      return inOrderOf(ids, rows.map(toPrompt), ({ rowId }) => rowId);
    },
  };

  /** A part of the versions, newest first. */
  readonly versionSlices: BatchLoader<PromptVersionsKey, PromptVersionRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(
        keys,
        ({ slice }) => JSON.stringify(slice),
        async (group, { slice }) => {
          const ids = group.map(({ promptId }) => promptId);
          const rows = await this.versions.slices(ids, slice);
          const byPrompt = Map.groupBy(rows, ({ promptId }) => promptId);
          return ids.map((id) => byPrompt.get(id) ?? []);
        },
      ),
  };

  readonly versionCounts: BatchLoader<number, number> = {
    batch: async (ids) => {
      const rows = await this.versions.counts(ids);
      return inOrderOf(ids, rows, ({ promptId }) => promptId).map((row) => row?.count ?? 0);
    },
  };

  /** Row id of the version that a tag points to; null when the prompt has no such tag. */
  readonly taggedVersionIds: BatchLoader<TaggedVersionKey, number | null> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const rows = await this.tags.targets(keys);
      const byKey = new Map(
        rows.map(({ promptId, name, promptVersionId }) => [
          textOf({ promptId, tagName: name }),
          promptVersionId,
        ]),
      );
      return keys.map((key) => byKey.get(textOf(key)) ?? null);
    },
  };

  readonly tagsOf: BatchLoader<number, PromptVersionTag[]> = {
    batch: async (ids) => {
      const byPrompt = Map.groupBy(await this.tags.ofPrompts(ids), ({ promptId }) => promptId);
      return ids.map((id) => (byPrompt.get(id) ?? []).map(toPromptVersionTag));
    },
  };
}

function textOf({ promptId, tagName }: TaggedVersionKey): string {
  return `${promptId} ${tagName}`;
}
