import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import {
  type SealedRow,
  type SealedTable,
  SealRotationService,
} from '../sealing/seal-rotation.service.js';
import { findSealed, findSealedByOthers, reseal } from './webhooks.queries.js';
import { type Sealed, SealingService, UnreadableSealError } from '../sealing/sealing.service.js';

/** The secret parts of a webhook. */
export interface WebhookTarget {
  /** May contain credentials. */
  url: string;
  /** Signs its messages. */
  secret: string;
}

/** Seals the addresses and secrets of webhooks, and opens them. The keys are row IDs. */
@Injectable()
export class WebhookSealsService implements SealedTable<number> {
  readonly name = 'webhooks';

  constructor(
    private readonly database: DatabaseWriter,
    private readonly sealing: SealingService,
    rotation: SealRotationService,
  ) {
    rotation.register(this);
  }

  contextOf(id: number): string {
    return `webhooks:${id}`;
  }

  /** @throws ConflictError if the server has no secret. */
  seal(id: number, target: WebhookTarget): Sealed {
    return this.sealing.seal(JSON.stringify(target), this.contextOf(id));
  }

  /** Returns why a target cannot be read if the secret of the server was lost. */
  open({ key, sealed, keyId }: SealedRow<number>): WebhookTarget | { fault: string } {
    try {
      return JSON.parse(this.sealing.open(sealed, keyId, this.contextOf(key))) as WebhookTarget;
    } catch (error) {
      if (!(error instanceof UnreadableSealError)) throw error;
      return {
        fault: `The address cannot be read. ${error.message} Delete the webhook, and create it again.`,
      };
    }
  }

  findSealed(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<SealedRow<number>[]> {
    return findSealed(tx, ids);
  }

  findSealedByOthers(
    keyId: string,
    after: number | null,
    limit: number,
  ): Promise<SealedRow<number>[]> {
    return findSealedByOthers(this.database, keyId, after, limit);
  }

  reseal(before: SealedRow<number>, after: Sealed): Promise<boolean> {
    return reseal(this.database, before, after);
  }
}
