import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { PromptTagsQueries } from '../../tags/prompt-tags.queries.js';
import {
  type PromptVersionTag,
  toPromptVersionTag,
} from '../../tags/graphql/prompt-version-tag.type.js';
import { type PromptVersion, toPromptVersion } from './prompt-version.type.js';
import {
  type PromptVersionPayload,
  type PromptVersionPlace,
  PromptVersionsQueries,
} from '../prompt-versions.queries.js';

/** Versions and what they show besides their rows, by row id, for all versions of a page at once. */
@Injectable()
export class PromptVersionLoaders {
  constructor(
    private readonly queries: PromptVersionsQueries,
    private readonly tags: PromptTagsQueries,
  ) {}

  readonly byId: BatchLoader<number, PromptVersion | null> = {
    batch: async (ids) => {
      const rows = await this.queries.findByIds(ids);
      return inOrderOf(ids, rows.map(toPromptVersion), ({ rowId }) => rowId);
    },
  };

  /** What the version says; null when it is gone. */
  readonly payloads: BatchLoader<number, PromptVersionPayload | null> = {
    batch: async (ids) => inOrderOf(ids, await this.queries.payloads(ids), ({ id }) => id),
  };

  /** Where it stands among the versions of its prompt; null when it is gone. */
  readonly places: BatchLoader<number, PromptVersionPlace | null> = {
    batch: async (ids) => inOrderOf(ids, await this.queries.places(ids), ({ id }) => id),
  };

  readonly tagsOf: BatchLoader<number, PromptVersionTag[]> = {
    batch: async (ids) => {
      const rows = await this.tags.ofVersions(ids);
      const byVersion = Map.groupBy(rows, ({ promptVersionId }) => promptVersionId);
      return ids.map((id) => (byVersion.get(id) ?? []).map(toPromptVersionTag));
    },
  };
}
