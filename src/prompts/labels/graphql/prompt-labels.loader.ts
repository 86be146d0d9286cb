import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type PromptLabel, toPromptLabel } from './prompt-label.type.js';
import { PromptLabelsQueries } from '../prompt-labels.queries.js';

/** Labels, and how many prompts bear them, by row id. */
@Injectable()
export class PromptLabelLoaders {
  constructor(private readonly queries: PromptLabelsQueries) {}

  readonly byId: BatchLoader<number, PromptLabel | null> = {
    batch: async (ids) => {
      const rows = await this.queries.findByIds(ids);
      return inOrderOf(ids, rows.map(toPromptLabel), ({ rowId }) => rowId);
    },
  };

  readonly usages: BatchLoader<number, number> = {
    batch: async (ids) => {
      const rows = await this.queries.usages(ids);
      return inOrderOf(ids, rows, ({ labelId }) => labelId).map((row) => row?.count ?? 0);
    },
  };
}
