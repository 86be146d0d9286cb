import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { isUniqueViolation } from '../../kernel/errors/database-errors.js';
import { BadRequestError, ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { requireRowId, toGlobalId } from '../../kernel/ids/global-id.js';
import { SealRotationService } from '../../sealing/seal-rotation.service.js';
import { type Sealed, SealingService, UnreadableSealError } from '../../sealing/sealing.service.js';
import type { ModelConnection } from '../clients/model-connection.js';
import { completeConnection, type ConnectionDraft } from './connection-draft.js';
import {
  type CustomModelProvider,
  CustomModelProvidersQueries,
  type ProviderPage,
  type SealedConfig,
} from './custom-model-providers.queries.js';

export type { CustomModelProvider } from './custom-model-providers.queries.js';
export type { ConnectionDraft } from './connection-draft.js';

/** Type name in the global ID of a custom model provider. */
export const CUSTOM_PROVIDER_TYPE = 'GenerativeModelCustomProvider';

export interface NewCustomModelProvider {
  /** Unique. */
  name: string;
  description: string | null;
  /** Who runs the models, in any words. */
  provider: string;
  connection: ConnectionDraft;
  modelNames: string[];
}

/** Absent fields stay unchanged. */
export type CustomModelProviderChanges = Partial<NewCustomModelProvider>;

/** The reason why a stored connection cannot be read. */
export interface UnreadableConnection {
  fault: string;
}

/**
 * Lists, creates, changes and deletes the model providers that administrators configure. Their
 * connections are stored sealed, because they contain credentials.
 */
@Injectable()
export class CustomModelProvidersService {
  private readonly logger = new Logger('model-providers');

  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: CustomModelProvidersQueries,
    private readonly sealing: SealingService,
    private readonly audit: AuditService,
    rotation: SealRotationService,
  ) {
    rotation.register(queries);
  }

  /** Lists a page, newest first. */
  listPage(page: ProviderPage): Promise<CustomModelProvider[]> {
    return this.queries.listPage(page);
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<CustomModelProvider[]> {
    return this.queries.findByIds(ids);
  }

  /**
   * Returns how to reach a provider, with its credentials, for use by the server itself.
   * @throws NotFoundError, and BadRequestError if the stored connection cannot be read.
   */
  async openConnection(id: number): Promise<ModelConnection> {
    const [provider] = await this.findByIds([id]);
    const [connection] = await this.openConnections([id]);
    if (!provider || !connection) throw notFound(toGlobalId(CUSTOM_PROVIDER_TYPE, id));
    if (!('fault' in connection)) return connection;
    this.logger.error({ id, reason: connection.fault }, 'a model provider cannot be read');
    throw new BadRequestError(
      `The credentials of the model provider "${provider.name}" cannot be read. An administrator must enter them again.`,
    );
  }

  /** Returns the connections of several providers, in the order of the IDs; null for unknown ones. */
  async openConnections(
    ids: readonly number[],
  ): Promise<(ModelConnection | UnreadableConnection | null)[]> {
    const rows = new Map((await this.queries.findSealed(ids)).map((row) => [row.key, row]));
    return ids.map((id) => {
      const row = rows.get(id);
      return row ? this.open(row) : null;
    });
  }

  /**
   * Returns the connection that a draft results in, without storing it.
   * @param globalId the provider whose credentials to keep; null for a new one.
   * @throws NotFoundError, and DomainError BAD_USER_INPUT if a credential is missing.
   */
  async previewConnection(
    draft: ConnectionDraft,
    globalId: string | null,
  ): Promise<ModelConnection> {
    if (globalId === null) return completeConnection(draft, null);
    const id = requireRowId(globalId, CUSTOM_PROVIDER_TYPE);
    const [stored] = await this.openConnections([id]);
    if (!stored) throw notFound(globalId);
    return completeConnection(draft, 'fault' in stored ? null : stored);
  }

  /**
   * @throws ConflictError if another provider has the name, or if `SPANDREL_SECRET` is not set, and
   * DomainError BAD_USER_INPUT if a credential is missing.
   */
  async create(
    { connection, ...fields }: NewCustomModelProvider,
    actor: Identity,
  ): Promise<CustomModelProvider> {
    const complete = completeConnection(connection, null);
    return this.write(fields.name, async (tx) => {
      const id = await this.queries.reserveId(tx);
      const row = { ...fields, id, sdk: complete.sdk, userId: actor.userId };
      const stored = await this.queries.insert(row, this.seal(id, complete), tx);
      await this.record('model_provider.created', stored, actor, tx);
      return stored;
    });
  }

  /**
   * Changes a provider. A new connection with the same SDK and address keeps the stored credentials
   * that it leaves out.
   * @throws like `create`, and NotFoundError.
   */
  async update(
    globalId: string,
    { connection, ...fields }: CustomModelProviderChanges,
    actor: Identity,
  ): Promise<CustomModelProvider> {
    const id = requireRowId(globalId, CUSTOM_PROVIDER_TYPE);
    return this.write(fields.name ?? '', async (tx) => {
      const known = await this.queries.lock(id, tx);
      if (!known) throw notFound(globalId);
      const complete = connection && (await this.complete(connection, id, tx));
      const row = { ...known, ...fields, sdk: complete?.sdk ?? known.sdk, userId: actor.userId };
      const config = complete ? this.seal(id, complete) : null;
      const stored = await this.queries.update(row, config, tx);
      await this.record('model_provider.changed', stored, actor, tx);
      return stored;
    });
  }

  /** @throws NotFoundError */
  async delete(globalId: string, actor: Identity): Promise<void> {
    const id = requireRowId(globalId, CUSTOM_PROVIDER_TYPE);
    await this.database.inTransaction(async (tx) => {
      const deleted = await this.queries.delete(id, tx);
      if (!deleted) throw notFound(globalId);
      await this.record('model_provider.deleted', deleted, actor, tx);
    });
  }

  private async complete(
    draft: ConnectionDraft,
    id: number,
    tx: EntityManager,
  ): Promise<ModelConnection> {
    const [row] = await this.queries.findSealed([id], tx);
    const stored = row ? this.open(row) : null;
    return completeConnection(draft, stored && 'fault' in stored ? null : stored);
  }

  private seal(id: number, connection: ModelConnection): Sealed {
    return this.sealing.seal(JSON.stringify(connection), this.queries.contextOf(id));
  }

  private open({ key, sealed, keyId }: SealedConfig): ModelConnection | UnreadableConnection {
    try {
      return JSON.parse(this.sealing.open(sealed, keyId, this.queries.contextOf(key)));
    } catch (error) {
      if (error instanceof UnreadableSealError) return { fault: error.message };
      throw error;
    }
  }

  private async write(
    name: string,
    save: (tx: EntityManager) => Promise<CustomModelProvider>,
  ): Promise<CustomModelProvider> {
    try {
      return await this.database.inTransaction(save);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Model provider "${name}" already exists.`);
    }
  }

  private record(
    action: string,
    { id, name, sdk }: CustomModelProvider,
    actor: Identity,
    tx: EntityManager,
  ): Promise<void> {
    const subject = { type: CUSTOM_PROVIDER_TYPE, id, name };
    return this.audit.record({ action, actor, subject, details: { sdk } }, tx);
  }
}

function notFound(globalId: string): NotFoundError {
  return new NotFoundError(`Model provider "${globalId}" not found.`);
}
