import { Injectable } from '@nestjs/common';
import { type BatchLoader, createLoaderById, sortByKeys } from '../../kernel/graphql/loaders.js';
import { type Prompt, toPrompt } from '../../prompts/graphql/prompt.type.js';
import { PromptsService } from '../../prompts/prompts.service.js';
import {
  type PromptVersionTag,
  toPromptVersionTag,
} from '../../prompts/tags/graphql/prompt-version-tag.type.js';
import { PromptTagsService } from '../../prompts/tags/prompt-tags.service.js';
import {
  type PromptVersion,
  toPromptVersion,
} from '../../prompts/versions/graphql/prompt-version.type.js';
import { PromptRequestsService } from '../../prompts/versions/prompt-requests.service.js';
import {
  type FullPromptVersion,
  PromptVersionsService,
} from '../../prompts/versions/prompt-versions.service.js';
import { toUser, type User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import { EvaluatorsService } from '../evaluators.service.js';
import { type Evaluator, toEvaluator } from './evaluator.type.js';

/** Loads evaluators, their prompts and their authors, for all evaluators of a page at once. */
@Injectable()
export class EvaluatorsLoaders {
  readonly byId: BatchLoader<number, Evaluator | null>;
  readonly users: BatchLoader<number, User | null>;
  readonly prompts: BatchLoader<number, Prompt | null>;
  readonly versions: BatchLoader<number, PromptVersion | null>;
  readonly tags: BatchLoader<number, PromptVersionTag | null>;
  /** The names of the variables of a version; null if it has been deleted. */
  readonly variables: BatchLoader<number, string[] | null>;

  constructor(
    evaluators: EvaluatorsService,
    users: UsersService,
    prompts: PromptsService,
    versions: PromptVersionsService,
    tags: PromptTagsService,
    requests: PromptRequestsService,
  ) {
    this.byId = createLoaderById((ids) => evaluators.findByIds(ids), toEvaluator);
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
    this.prompts = createLoaderById((ids) => prompts.findByIds(ids), toPrompt);
    this.versions = createLoaderById((ids) => versions.findByIds(ids), toPromptVersion);
    this.tags = createLoaderById((ids) => tags.findByIds(ids), toPromptVersionTag);
    this.variables = {
      isLarge: true,
      batch: async (ids) => {
        const found = await versions.findFull(ids);
        const known = sortByKeys(ids, found, ({ id }: FullPromptVersion) => id);
        return known.map((version) => version && requests.listVariables(version));
      },
    };
  }
}
