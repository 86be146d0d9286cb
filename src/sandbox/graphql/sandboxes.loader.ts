import { Injectable } from '@nestjs/common';
import { type BatchLoader, createLoaderById } from '../../kernel/graphql/loaders.js';
import { toUser, type User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import type { SandboxBackendKey } from '../sandbox-backends.js';
import { SandboxConfigsService } from '../sandbox-configs.service.js';
import {
  type SandboxConfig,
  type SandboxProvider,
  toSandboxConfig,
  toSandboxProvider,
} from './sandbox.type.js';

/** Loads sandboxes and who changed them, for all of a page at once. */
@Injectable()
export class SandboxesLoaders {
  readonly byId: BatchLoader<number, SandboxConfig | null>;
  readonly users: BatchLoader<number, User | null>;

  constructor(
    private readonly configs: SandboxConfigsService,
    users: UsersService,
  ) {
    this.byId = createLoaderById((ids) => configs.findByIds(ids), toSandboxConfig);
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }

  readonly providers: BatchLoader<SandboxBackendKey, SandboxProvider> = {
    batch: async (backends) => {
      const states = await this.configs.listProviders();
      return backends.map((backend) => toSandboxProvider(backend, states));
    },
  };

  readonly configsOfProviders: BatchLoader<SandboxBackendKey, SandboxConfig[]> = {
    batch: async (backends) => {
      const configs = await this.configs.list();
      return backends.map((backend) =>
        configs.filter((config) => config.backend === backend).map(toSandboxConfig),
      );
    },
  };
}
