import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import { AuditService } from '../audit/audit.service.js';
import type { Identity } from '../kernel/access/access.js';
import { isUniqueViolation } from '../kernel/errors/database-errors.js';
import { BadRequestError, ConflictError, NotFoundError } from '../kernel/errors/errors.js';
import { toGlobalId } from '../kernel/ids/global-id.js';
import { recordEventFor } from './webhook-events.contract.js';
import { ProjectsService } from '../projects/projects.service.js';
import type { WebhookAttemptEntity } from './webhook-delivery.entity.js';
import { generateSigningSecret } from './signing-secret.js';
import { WebhookSealsService } from './webhook-seals.service.js';
import {
  type DeliveryPage,
  type WebhookColumns,
  type WebhookDeliveryRow,
  WebhooksQueries,
  type WebhookRow,
} from './webhooks.queries.js';

export type { DeliveryPage, WebhookDeliveryRow, WebhookRow } from './webhooks.queries.js';
export type { WebhookAttemptEntity } from './webhook-delivery.entity.js';

/** Type names in global IDs. */
export const WEBHOOK_TYPE = 'Webhook';
export const WEBHOOK_DELIVERY_TYPE = 'WebhookDelivery';

/** The limit of the whole server. Each event looks at all of them. */
export const MAX_WEBHOOKS = 100;

export const MAX_URL_LENGTH = 2_000;

/** Shown of each delivery. */
const MAX_ATTEMPTS = 20;

/** The fields of a webhook that users send. */
export interface WebhookDraft extends WebhookColumns {
  url: string;
}

/** A webhook to create. */
export interface NewWebhook extends WebhookDraft {
  /** Global ID of the only project whose events it gets. */
  projectId?: string | null | undefined;
}

/** Changes to a webhook. Absent fields stay. */
export type WebhookChanges = Partial<WebhookDraft>;

/** A webhook with its new secret, which is shown only now. */
export interface WebhookWithSecret {
  row: WebhookRow;
  secret: string;
}

/** Lists, creates, changes and deletes webhooks. All IDs are row IDs. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: WebhooksQueries,
    private readonly seals: WebhookSealsService,
    private readonly audit: AuditService,
    private readonly projects: ProjectsService,
  ) {}

  /** All of them, by name. */
  list(): Promise<WebhookRow[]> {
    return this.queries.list();
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<WebhookRow[]> {
    return this.queries.findByIds(ids);
  }

  /** @throws NotFoundError that names the unknown ones. */
  async assertExist(ids: readonly number[]): Promise<void> {
    assertFound(ids, await this.queries.findByIds(ids));
  }

  /** Returns the whole addresses, or why they cannot be read, in the order of the IDs. */
  async readUrls(ids: readonly number[]): Promise<(string | null)[]> {
    const sealed = new Map((await this.seals.findSealed(ids)).map((row) => [row.key, row]));
    return ids.map((id) => {
      const row = sealed.get(id);
      const target = row && this.seals.open(row);
      return target && 'url' in target ? target.url : null;
    });
  }

  /**
   * Creates a webhook with a new secret.
   * @throws BadRequestError for an address that is none, NotFoundError for an unknown project,
   * ConflictError if the name is taken, there are too many, or the server has no secret.
   */
  async create(
    { url, projectId, ...columns }: NewWebhook,
    caller: Identity,
  ): Promise<WebhookWithSecret> {
    const origin = readOrigin(url);
    const owner = await this.projects.getOwnerId(projectId);
    const secret = generateSigningSecret();
    const row = await this.write(columns.name, async (tx) => {
      const id = await this.queries.reserveId(tx);
      const sealed = this.seals.seal(id, { url, secret });
      const added = { ...columns, id, origin, userId: caller.userId, projectId: owner };
      if (!(await this.queries.insert(tx, added, sealed, MAX_WEBHOOKS))) {
        throw new ConflictError(
          `There are ${MAX_WEBHOOKS} webhooks already. Delete one that you no longer need.`,
        );
      }
      await this.record(tx, 'webhook.created', { id, name: columns.name }, caller, { origin });
      return id;
    });
    return { row, secret };
  }

  /** Changes a webhook. @throws like `create`, and NotFoundError. */
  update(id: number, { url, ...changes }: WebhookChanges, caller: Identity): Promise<WebhookRow> {
    return this.write(changes.name ?? '', async (tx) => {
      const [known] = await this.queries.lock(tx, [id]);
      if (!known) throw createNotFound(WEBHOOK_TYPE, [id]);
      const columns = { ...known, ...changes };
      await this.queries.update(tx, id, columns);
      if (url !== undefined) await this.replaceTarget(tx, id, { url });
      await this.record(tx, 'webhook.updated', columns, caller, {
        ...changes,
        ...(url !== undefined && { origin: readOrigin(url) }),
      });
      return id;
    });
  }

  /** Replaces the secret of a webhook. Messages are signed with the new one at once. */
  async rotateSecret(id: number, caller: Identity): Promise<WebhookWithSecret> {
    const secret = generateSigningSecret();
    const row = await this.write('', async (tx) => {
      const [known] = await this.queries.lock(tx, [id]);
      if (!known) throw createNotFound(WEBHOOK_TYPE, [id]);
      await this.replaceTarget(tx, id, { secret });
      await this.record(tx, 'webhook.secret_rotated', known, caller, {});
      return id;
    });
    return { row, secret };
  }

  /**
   * Deletes webhooks with their logs, or none if one does not exist. Alert rules forget them.
   * @throws NotFoundError that names the unknown ones.
   */
  async delete(ids: readonly number[], caller: Identity): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      const rows = await this.queries.lock(tx, ids);
      assertFound(ids, rows);
      await this.queries.delete(tx, ids);
      for (const row of rows) await this.record(tx, 'webhook.deleted', row, caller, {});
    });
  }

  /** Queues a message that says that the webhook works. @throws NotFoundError, ConflictError */
  async test(id: number): Promise<WebhookRow> {
    const row = await this.getEnabled(id);
    await recordEventFor(this.database, [id], {
      projectId: row.projectId,
      type: 'webhook.test',
      summary: `The webhook "${row.name}" works.`,
      path: '/settings/webhooks',
      data: { webhook: { name: row.name } },
    });
    return row;
  }

  /** Lists the messages of a webhook, newest first. */
  listDeliveries(webhookId: number, page: DeliveryPage): Promise<WebhookDeliveryRow[]> {
    return this.queries.listDeliveries(webhookId, page);
  }

  findDeliveries(ids: readonly number[]): Promise<WebhookDeliveryRow[]> {
    return this.queries.findDeliveries(ids);
  }

  /** Lists the last attempts of each delivery, newest first. */
  async listAttempts(deliveryIds: readonly number[]): Promise<WebhookAttemptEntity[][]> {
    const rows = await this.queries.listAttempts(deliveryIds, MAX_ATTEMPTS);
    const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
    return deliveryIds.map((id) => byDelivery.get(id) ?? []);
  }

  /**
   * Sends a message again, with the same ID. Messages that wait are sent at once.
   * @throws NotFoundError, ConflictError if the webhook is not enabled.
   */
  async replay(deliveryId: number): Promise<WebhookDeliveryRow> {
    const [delivery] = await this.queries.findDeliveries([deliveryId]);
    if (!delivery) throw createNotFound(WEBHOOK_DELIVERY_TYPE, [deliveryId]);
    await this.getEnabled(delivery.webhookId);
    await this.queries.replay(this.database.manager, [deliveryId]);
    const [replayed] = await this.queries.findDeliveries([deliveryId]);
    return replayed ?? delivery;
  }

  private async getEnabled(id: number): Promise<WebhookRow> {
    const [row] = await this.queries.findByIds([id]);
    if (!row) throw createNotFound(WEBHOOK_TYPE, [id]);
    if (row.isEnabled) return row;
    throw new ConflictError(`The webhook "${row.name}" is not enabled. Enable it first.`);
  }

  private async replaceTarget(
    tx: EntityManager,
    id: number,
    change: { url?: string; secret?: string },
  ): Promise<void> {
    const [sealed] = await this.seals.findSealed([id], tx);
    const known = sealed && this.seals.open(sealed);
    if (!known || 'fault' in known) {
      throw new ConflictError(known?.fault ?? 'The webhook has since been deleted.');
    }
    const target = { ...known, ...change };
    const origin = readOrigin(target.url);
    await this.queries.updateTarget(tx, id, origin, this.seals.seal(id, target));
  }

  private record(
    tx: EntityManager,
    action: string,
    { id, name }: Pick<WebhookRow, 'id' | 'name'>,
    actor: Identity,
    details: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(
      { action, actor, subject: { type: WEBHOOK_TYPE, id, name }, details },
      tx,
    );
  }

  private async write(
    name: string,
    work: (tx: EntityManager) => Promise<number>,
  ): Promise<WebhookRow> {
    try {
      return await this.database.inTransaction(async (tx) => {
        const [row] = await this.queries.findByIds([await work(tx)], tx);
        return row!;
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`A webhook named "${name}" already exists. Choose another name.`);
    }
  }
}

/** @throws BadRequestError for an address to which nothing can be sent. */
function readOrigin(url: string): string {
  const parsed = URL.parse(url);
  if (parsed && ['http:', 'https:'].includes(parsed.protocol) && url.length <= MAX_URL_LENGTH) {
    return parsed.origin;
  }
  throw new BadRequestError(
    `The address must begin with https:// or http:// and have at most ${MAX_URL_LENGTH} characters.`,
  );
}

function assertFound(ids: readonly number[], rows: readonly { id: number }[]): void {
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw createNotFound(WEBHOOK_TYPE, unknown);
}

function createNotFound(type: string, ids: readonly number[]): NotFoundError {
  const names = ids.map((id) => `"${toGlobalId(type, id)}"`).join(', ');
  const noun = type === WEBHOOK_TYPE ? 'Webhook' : 'Message';
  return new NotFoundError(`${noun}${ids.length === 1 ? '' : 's'} ${names} not found.`);
}
