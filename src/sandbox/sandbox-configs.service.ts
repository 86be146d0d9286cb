import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../kernel/errors/database-errors.js';
import { BadRequestError, ConflictError, NotFoundError } from '../kernel/errors/errors.js';
import { toGlobalId } from '../kernel/ids/global-id.js';
import type { Language } from './process/protocol.js';
import { BACKEND_FACTS, type SandboxBackendKey } from './sandbox-backends.js';
import { SandboxConfigEntity } from './sandbox-config.entity.js';
import {
  enableProvider,
  findConfigs,
  insertConfig,
  listConfigs,
  listProviders,
  updateConfig,
} from './sandbox-configs.queries.js';

/** Type name in the global ID of a sandbox config. */
export const SANDBOX_CONFIG_TYPE = 'SandboxConfig';
/** Type name in the global ID of a sandbox provider, whose key is its backend. */
export const SANDBOX_PROVIDER_TYPE = 'SandboxProvider';

/** A row as queries return it, with times as wire text. */
export type SandboxConfigRow = Pick<SandboxConfigEntity, keyof SandboxConfigEntity>;

export interface NewSandboxConfig {
  backend: SandboxBackendKey;
  language: Language;
  /** Unique. */
  name: string;
  description: string | null;
  /** Seconds. */
  timeout: number;
  enabled: boolean;
}

/** Absent fields stay unchanged. */
export type SandboxConfigChanges = Partial<NewSandboxConfig>;

/** A backend, and whether administrators allow it. */
export interface SandboxProviderState {
  backend: SandboxBackendKey;
  enabled: boolean;
  updatedAt: string | null;
}

/** Lists and changes where code of users may run. All ids are row IDs. */
@Injectable()
export class SandboxConfigsService {
  constructor(private readonly database: DatabaseWriter) {}

  /** Sorts by name. */
  list(): Promise<SandboxConfigRow[]> {
    return listConfigs(this.database);
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<SandboxConfigRow[]> {
    return findConfigs(this.database, ids);
  }

  /** The providers that have been set up. */
  listProviders(): Promise<SandboxProviderState[]> {
    return listProviders(this.database);
  }

  /**
   * Returns a config with which code of a language can run now.
   * @throws NotFoundError, and BadRequestError if it is for another language or not enabled.
   */
  async getUsable(id: number, language: Language): Promise<SandboxConfigRow> {
    const [config] = await this.findByIds([id]);
    if (!config) throw notFound(id);
    if (config.language !== language) {
      throw new BadRequestError(`The sandbox "${config.name}" is for another language.`);
    }
    const providers = await this.listProviders();
    const isEnabled = providers.some((one) => one.backend === config.backend && one.enabled);
    if (config.enabled && isEnabled) return config;
    throw new BadRequestError(
      `The sandbox "${config.name}" is disabled. Choose another one, or ask an administrator.`,
    );
  }

  /** @throws ConflictError if the name is taken. */
  create(config: NewSandboxConfig, { userId }: Identity): Promise<SandboxConfigRow> {
    return refuseDuplicates(config.name, insertConfig(this.database, { ...config, userId }));
  }

  /**
   * @throws NotFoundError, ConflictError if the name is taken, BadRequestError for another language
   * while code evaluators use it.
   */
  async update(
    id: number,
    changes: SandboxConfigChanges,
    caller: Identity,
  ): Promise<SandboxConfigRow> {
    const [before] = await this.findByIds([id]);
    if (!before) throw notFound(id);
    const config = { ...before, ...changes, userId: caller.userId };
    if (config.language !== before.language) {
      throw new BadRequestError('A sandbox keeps its language. Create another one.');
    }
    const row = await refuseDuplicates(config.name, updateConfig(this.database, id, config));
    if (!row) throw notFound(id);
    return row;
  }

  /** @throws NotFoundError, and ConflictError if evaluators use it. */
  async delete(id: number): Promise<void> {
    try {
      const { affected } = await this.database.manager.delete(SandboxConfigEntity, { id });
      if (affected === 0) throw notFound(id);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new ConflictError(
        'Evaluators use this sandbox. Disable it instead, or choose another one for them.',
      );
    }
  }

  /** @throws BadRequestError if the backend is not available. */
  async setEnabled(backend: SandboxBackendKey, enabled: boolean): Promise<void> {
    const { name, requirement } = BACKEND_FACTS[backend];
    if (requirement !== null) throw new BadRequestError(`${name} is unavailable. ${requirement}`);
    await enableProvider(this.database, backend, enabled);
  }
}

async function refuseDuplicates<T>(name: string, writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(`Sandbox "${name}" already exists.`);
  }
}

function notFound(id: number): NotFoundError {
  return new NotFoundError(`Sandbox "${toGlobalId(SANDBOX_CONFIG_TYPE, id)}" not found.`);
}
