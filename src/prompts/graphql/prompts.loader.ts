import { Injectable } from '@nestjs/common';
import { type BatchLoader, createLoaderById } from '../../kernel/graphql/loaders.js';
import { toUser, type User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import { PromptsService } from '../prompts.service.js';
import { type Prompt, toPrompt } from './prompt.type.js';

/** Loads prompts, and the users who created or changed them. */
@Injectable()
export class PromptsLoaders {
  readonly byId: BatchLoader<number, Prompt | null>;

  /** Users by row ID; null for deleted users. */
  readonly users: BatchLoader<number, User | null>;

  constructor(prompts: PromptsService, users: UsersService) {
    this.byId = createLoaderById((ids) => prompts.findByIds(ids), toPrompt);
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }
}
