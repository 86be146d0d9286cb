import { Injectable, Logger } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { AuditService } from '../audit/audit.service.js';
import type { Identity } from '../kernel/access/access.js';
import { SealRotationService } from '../sealing/seal-rotation.service.js';
import { SealingService, UnreadableSealError } from '../sealing/sealing.service.js';
import { sealContext, SECRET_KEY } from './secret-key.js';
import { type SealedSecret, type SecretRow, SecretsQueries } from './secrets.queries.js';

/** A value to store, or null to delete the stored one. */
export interface SecretChange {
  key: string;
  value: string | null;
}

/** The changed keys, in reverse order of the changes. */
export interface ChangedSecrets {
  upserted: string[];
  deleted: string[];
}

/**
 * Stores the credentials of other services, sealed. Only `read` opens them, for the server itself.
 */
@Injectable()
export class SecretsService {
  private readonly logger = new Logger('secrets');

  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: SecretsQueries,
    private readonly sealing: SealingService,
    private readonly audit: AuditService,
    rotation: SealRotationService,
  ) {
    rotation.register(queries);
  }

  /**
   * Stores and deletes secrets. If one change fails, makes none. If a key occurs more than once,
   * the last change applies. A key that does not exist counts as deleted.
   * @throws ConflictError if `SPANDREL_SECRET` is not set.
   */
  async change(changes: readonly SecretChange[], actor: Identity): Promise<ChangedSecrets> {
    const last = new Map<string, string | null>();
    for (const { key, value } of changes.toReversed()) if (!last.has(key)) last.set(key, value);
    const sealed: SealedSecret[] = [];
    const deleted: string[] = [];
    for (const [key, value] of last) {
      if (value === null) deleted.push(key);
      else sealed.push({ key, ...this.sealing.seal(value, sealContext(key)) });
    }
    await this.database.inTransaction(async (tx) => {
      await this.queries.lock(tx);
      if (sealed.length > 0) await this.queries.upsert(sealed, actor.userId, tx);
      const gone = deleted.length > 0 ? await this.queries.delete(deleted, tx) : [];
      for (const { key } of sealed) {
        await this.audit.record({ action: 'secret.changed', actor, subject: toSubject(key) }, tx);
      }
      for (const key of gone) {
        await this.audit.record({ action: 'secret.deleted', actor, subject: toSubject(key) }, tx);
      }
    });
    return { upserted: sealed.map(({ key }) => key), deleted };
  }

  /** Lists a page of secrets, ordered by key: those with the given keys, or all. */
  listPage(
    keys: readonly string[] | null,
    after: string | null,
    limit: number,
  ): Promise<SecretRow[]> {
    return this.queries.listPage(keys?.filter(isKey) ?? null, after, limit);
  }

  async findByKeys(keys: readonly string[]): Promise<SecretRow[]> {
    const known = keys.filter(isKey);
    return this.queries.listPage(known, null, known.length);
  }

  /** Determines for each key why its value cannot be read; null if it can be read. */
  async findFaults(keys: readonly string[]): Promise<(string | null)[]> {
    const rows = new Map((await this.queries.findSealed(keys)).map((row) => [row.key, row]));
    return keys.map((key) => {
      const row = rows.get(key);
      if (!row) return 'It has since been deleted.';
      try {
        this.open(row);
        return null;
      } catch (error) {
        if (error instanceof UnreadableSealError) return error.message;
        throw error;
      }
    });
  }

  /**
   * Returns the value of a secret, for use by the server itself; null if there is none, or if it
   * cannot be read, which is logged.
   */
  async read(key: string): Promise<string | null> {
    if (!isKey(key)) return null;
    const [row] = await this.queries.findSealed([key]);
    if (!row) return null;
    try {
      return this.open(row);
    } catch (error) {
      if (!(error instanceof UnreadableSealError)) throw error;
      this.logger.error({ key, reason: error.message }, 'a secret cannot be read');
      return null;
    }
  }

  private open({ key, sealed, keyId }: SealedSecret): string {
    return this.sealing.open(sealed, keyId, sealContext(key));
  }
}

function isKey(text: string): boolean {
  return SECRET_KEY.test(text);
}

function toSubject(key: string) {
  return { type: 'Secret', id: key, name: key };
}
