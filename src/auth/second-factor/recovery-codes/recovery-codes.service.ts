import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { sha256 } from '../../../kernel/security/sha256.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';
import { RecoveryCodesQueries } from './recovery-codes.queries.js';

const CODES = 10;

/** Characters that do not look alike. Sixteen of them are 79 random bits, so a plain hash suffices. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Codes to write down, for when the second factor is lost. */
@Injectable()
export class RecoveryCodesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: RecoveryCodesQueries,
  ) {}

  /** Replaces the codes of a user. Only the returned texts can be used. */
  async replace(userId: number, tx: EntityManager): Promise<string[]> {
    const codes = Array.from({ length: CODES }, generateCode);
    await this.removeAll(userId, tx);
    const rows = codes.map((code) => ({ userId, codeHash: hashCode(code) }));
    await tx.insert(RecoveryCodeEntity, rows);
    return codes;
  }

  /** Verifies a code, which then works no more. Ignores case, blanks and dashes. */
  async use(userId: number, code: string): Promise<boolean> {
    const { affected } = await this.database.manager.delete(RecoveryCodeEntity, {
      userId,
      codeHash: hashCode(code),
    });
    return affected === 1;
  }

  /** Counts the unused codes of each of some users. */
  async count(userIds: readonly number[], tx?: EntityManager): Promise<Map<number, number>> {
    const rows = await this.queries.count(userIds, tx);
    return new Map(rows.map(({ userId, count }) => [userId, count]));
  }

  async removeAll(userId: number, tx: EntityManager): Promise<void> {
    await tx.delete(RecoveryCodeEntity, { userId });
  }
}

function generateCode(): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

function hashCode(code: string): Buffer {
  return sha256(code.toLowerCase().replaceAll(/[\s-]/g, ''));
}
