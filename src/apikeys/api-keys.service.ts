import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import { AuditService } from '../audit/audit.service.js';
import type { Identity } from '../kernel/access/access.js';
import { includesRole } from '../kernel/access/roles.js';
import { ForbiddenError, NotFoundError, UnprocessableError } from '../kernel/errors/errors.js';
import { requireRowId, findRowId } from '../kernel/ids/global-id.js';
import { sha256 } from '../kernel/security/sha256.js';
import { parseWireTime } from '../kernel/time/time.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { isForeignKeyViolation } from '../kernel/errors/database-errors.js';
import { ProjectsService } from '../projects/projects.service.js';
import { UsersService } from '../users/users.service.js';
import type { ApiKeyScopeName } from './api-key.entity.js';
import {
  type ApiKeyRow,
  ApiKeysQueries,
  type KeyClass,
  type NewApiKeyRow,
} from './api-keys.queries.js';
import { generateKey, getShownPrefix } from './generate-key.js';

/** The fields of a key that its creator chooses. */
export interface ApiKeyDetails {
  name: string;
  description?: string | null;
  /** Wire text. Absent or null: the key never expires. */
  expiresAt?: string | null;
  scope?: ApiKeyScopeName;
  /** Global ID or name of the only project the key is for. */
  project?: string | null;
}

/** A key that was just created. This is the only time it is known. */
export interface CreatedApiKey {
  row: ApiKeyRow;
  key: string;
}

/** Type names in global IDs, which differ for keys of users and of the system user. */
const KEY_TYPES: Record<KeyClass, string> = { personal: 'UserApiKey', system: 'SystemApiKey' };

const DAY_MICROS = 86_400_000_000n;

/** Lists, creates, and deletes API keys. */
@Injectable()
export class ApiKeysService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly queries: ApiKeysQueries,
    private readonly projects: ProjectsService,
    private readonly users: UsersService,
    private readonly audit: AuditService,
  ) {}

  /** Lists the personal keys of the caller. The system user has none. */
  async listOwn({ userId }: Identity): Promise<ApiKeyRow[]> {
    return userId === null ? [] : this.queries.listByOwners([userId]);
  }

  /** Lists all keys of users, or all of the system user. */
  list(keyClass: KeyClass): Promise<ApiKeyRow[]> {
    return this.queries.list(keyClass);
  }

  /**
   * Lists a page of all personal keys, and the key that begins the next page.
   * @throws UnprocessableError if the cursor is not the id of a personal key.
   */
  async listPage(cursor: string | undefined, limit: number) {
    const cursorId = cursor ? findRowId(cursor, KEY_TYPES.personal) : null;
    if (cursor && cursorId === null) {
      throw new UnprocessableError(`Invalid cursor format: ${cursor}`);
    }
    const rows = await this.queries.listPage(cursorId, limit + 1);
    return { rows: rows.slice(0, limit), next: rows[limit] ?? null };
  }

  listByOwners(userIds: readonly number[]): Promise<ApiKeyRow[]> {
    return this.queries.listByOwners(userIds);
  }

  countByOwners(userIds: readonly number[]): Promise<{ userId: number; count: number }[]> {
    return this.queries.countByOwners(userIds);
  }

  /**
   * Creates a key for the caller or the system user.
   * @throws UnprocessableError if the expiry is in the past or too far in the future, or the scope exceeds the
   * role; NotFoundError if the project does not exist.
   */
  async create(
    keyClass: KeyClass,
    details: ApiKeyDetails,
    actor: Identity,
  ): Promise<CreatedApiKey> {
    const { name, description, expiresAt = null, scope = 'full' } = details;
    this.assertExpiry(expiresAt);
    if (keyClass === 'personal' && scope === 'ingest' && !includesRole(actor.role, 'MEMBER')) {
      throw new UnprocessableError('Viewers cannot send spans. Choose another scope.');
    }
    const project = details.project ? await this.projects.resolve(details.project) : null;
    const key = generateKey();
    const row = await this.database.inTransaction(async (tx) => {
      const id = await this.insert(tx, {
        userId:
          keyClass === 'system' ? (await this.users.getSystemUser(tx)).id : requireOwner(actor),
        name,
        description: description ?? null,
        prefix: getShownPrefix(key),
        keyHash: sha256(key),
        scope,
        projectId: project?.id ?? null,
        expiresAt,
      });
      const created = await this.queries.find(id, tx);
      if (!created) throw new Error('The key disappeared within its own transaction.');
      await this.audit.record(
        {
          action: 'apikey.created',
          actor,
          subject: { type: KEY_TYPES[keyClass], id, name },
          details: { prefix: created.prefix, scope, project: project?.name, expiresAt },
        },
        tx,
      );
      return created;
    });
    return { row, key };
  }

  /**
   * Deletes a personal key. Administrators may delete the keys of others.
   * @throws NotFoundError, with the same text, if the key does not exist or belongs to another user
   * or the system user; DomainError BAD_USER_INPUT if this is not the id of a personal key.
   */
  deletePersonal(globalId: string, actor: Identity): Promise<void> {
    return this.delete(
      'personal',
      globalId,
      actor,
      actor.role === 'ADMIN' ? null : requireOwner(actor),
    );
  }

  /** Deletes a key of the system user. Throws like `deletePersonal`. */
  deleteSystem(globalId: string, actor: Identity): Promise<void> {
    return this.delete('system', globalId, actor, null);
  }

  private async delete(
    keyClass: KeyClass,
    globalId: string,
    actor: Identity,
    ownerId: number | null,
  ): Promise<void> {
    const type = KEY_TYPES[keyClass];
    const id = requireRowId(globalId, type);
    await this.database.inTransaction(async (tx) => {
      const deleted = await this.queries.delete(tx, keyClass, id, ownerId);
      if (!deleted) throw new NotFoundError('API key not found');
      const { name, prefix, owner } = deleted;
      const subject = { type, id, name };
      await this.audit.record(
        { action: 'apikey.deleted', actor, subject, details: { prefix, owner } },
        tx,
      );
    });
  }

  private async insert(tx: EntityManager, row: NewApiKeyRow): Promise<number> {
    try {
      return await this.queries.insert(tx, row);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The project or the owner of the key has since been deleted.');
    }
  }

  private assertExpiry(expiresAt: string | null): void {
    const { apiKeyMaxDays } = this.env.auth;
    const now = BigInt(Date.now()) * 1000n;
    if (expiresAt !== null && parseWireTime(expiresAt) <= now) {
      throw new UnprocessableError('expires_at must be in the future.');
    }
    if (apiKeyMaxDays === null) return;
    if (expiresAt === null || parseWireTime(expiresAt) > now + BigInt(apiKeyMaxDays) * DAY_MICROS) {
      throw new UnprocessableError(
        `expires_at must be at most ${apiKeyMaxDays} days from now ` +
          '(SPANDREL_API_KEY_MAX_LIFETIME_DAYS).',
      );
    }
  }
}

function requireOwner({ userId }: Identity): number {
  if (userId === null) throw new ForbiddenError('Sign in first: every key needs an owner.');
  return userId;
}
