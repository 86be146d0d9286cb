import { Injectable } from '@nestjs/common';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../kernel/errors/database-errors.js';
import { BadRequestError, ConflictError, NotFoundError } from '../kernel/errors/errors.js';
import { toGlobalId } from '../kernel/ids/global-id.js';
import type { Language } from './process/protocol.js';
import { BACKEND_FACTS, type SandboxBackendKey } from './sandbox-backends.js';
import { SandboxConfigEntity } from './sandbox-config.entity.js';

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

/** Whether administrators allow a backend. */
export interface SandboxProviderState {
  backend: SandboxBackendKey;
  enabled: boolean;
  updatedAt: string | null;
}

const COLUMNS = selectColumns(SandboxConfigEntity, 'c');

/** Lists and changes where code of users may run. All ids are row IDs. */
@Injectable()
export class SandboxConfigsService {
  constructor(private readonly database: DatabaseWriter) {}

  /** By name. */
  list(): Promise<SandboxConfigRow[]> {
    return this.database.query(`SELECT ${COLUMNS} FROM sandbox_configs c ORDER BY c.name`);
  }

  /** In no particular order; unknown IDs are skipped. */
  findByIds(ids: readonly number[]): Promise<SandboxConfigRow[]> {
    return this.database.query(`SELECT ${COLUMNS} FROM sandbox_configs c WHERE c.id = ANY($1)`, [
      ids,
    ]);
  }

  /** The providers that have been set up. */
  listProviders(): Promise<SandboxProviderState[]> {
    return this.database.query(
      'SELECT backend, enabled, updated_at AS "updatedAt" FROM sandbox_providers',
    );
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
  async create(config: NewSandboxConfig, caller: Identity): Promise<SandboxConfigRow> {
    const { backend, language, name, description, timeout, enabled } = config;
    const [row] = await this.write<SandboxConfigRow[]>(
      name,
      `INSERT INTO sandbox_configs AS c (backend, language, name, description, timeout, enabled, user_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
      [backend, language, name, description, timeout, enabled, caller.userId],
    );
    return row!;
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
    const { backend, language, name, description, timeout, enabled } = { ...before, ...changes };
    if (language !== before.language) {
      throw new BadRequestError('A sandbox keeps its language. Create another one.');
    }
    const [[row]] = await this.write<[SandboxConfigRow[], number]>(
      name,
      `UPDATE sandbox_configs c
          SET backend = $2, name = $3, description = $4, timeout = $5, enabled = $6, user_id = $7,
              updated_at = now()
        WHERE c.id = $1 RETURNING ${COLUMNS}`,
      [id, backend, name, description, timeout, enabled, caller.userId],
    );
    if (!row) throw notFound(id);
    return row;
  }

  /** @throws NotFoundError, and ConflictError if evaluators use it. */
  async delete(id: number): Promise<void> {
    try {
      const [, count] = await this.database.query<[unknown[], number]>(
        'DELETE FROM sandbox_configs WHERE id = $1',
        [id],
      );
      if (count === 0) throw notFound(id);
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
    await this.database.query(
      'UPDATE sandbox_providers SET enabled = $2, updated_at = now() WHERE backend = $1',
      [backend, enabled],
    );
  }

  private async write<T>(name: string, sql: string, parameters: unknown[]): Promise<T> {
    try {
      return await this.database.query(sql, parameters);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Sandbox "${name}" already exists.`);
    }
  }
}

function notFound(id: number): NotFoundError {
  return new NotFoundError(`Sandbox "${toGlobalId(SANDBOX_CONFIG_TYPE, id)}" not found.`);
}
