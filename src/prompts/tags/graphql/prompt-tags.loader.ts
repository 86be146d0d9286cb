import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { PromptTagsQueries } from '../prompt-tags.queries.js';
import { type PromptVersionTag, toPromptVersionTag } from './prompt-version-tag.type.js';

/** Tags by row id. */
@Injectable()
export class PromptTagsLoader implements BatchLoader<number, PromptVersionTag | null> {
  constructor(private readonly queries: PromptTagsQueries) {}

  async batch(ids: readonly number[]): Promise<(PromptVersionTag | null)[]> {
    const rows = inOrderOf(ids, await this.queries.findByIds(ids), ({ id }) => id);
    return rows.map((row) => row && toPromptVersionTag(row));
  }
}
