import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import type { Sealed } from '../../../sealing/sealing.service.js';
import type { SealedRow, SealedTable } from '../../../sealing/seal-rotation.service.js';
import { TotpAuthenticatorEntity } from './totp-authenticator.entity.js';

/** A confirmed authenticator stays. */
const INSERT_PENDING = `
  INSERT INTO totp_authenticators AS a (user_id, secret_sealed, secret_key_id)
  VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET
    secret_sealed = excluded.secret_sealed,
    secret_key_id = excluded.secret_key_id,
    created_at = now()
  WHERE a.confirmed_at IS NULL
  RETURNING 1`;

/** Of two requests with one code, the second finds the step already used. */
const USE_STEP = `
  UPDATE totp_authenticators SET last_step = $2, confirmed_at = coalesce(confirmed_at, now())
  WHERE user_id = $1 AND (last_step IS NULL OR last_step < $2) AND (confirmed_at IS NULL) = $3
  RETURNING 1`;

@Injectable()
export class AuthenticatorsQueries implements SealedTable<number> {
  readonly name = 'totp_authenticators';

  constructor(private readonly database: DatabaseWriter) {}

  contextOf(userId: number): string {
    return `totp_authenticators:${userId}`;
  }

  find(
    userId: number,
    tx: EntityManager = this.database.manager,
  ): Promise<TotpAuthenticatorEntity | null> {
    return tx.findOneBy(TotpAuthenticatorEntity, { userId });
  }

  listConfirmed(
    userIds: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<TotpAuthenticatorEntity[]> {
    const where = { userId: In([...userIds]), confirmedAt: Not(IsNull()) };
    return tx.findBy(TotpAuthenticatorEntity, where);
  }

  /** False if the user already has a confirmed authenticator. */
  async insertPending(userId: number, { sealed, keyId }: Sealed): Promise<boolean> {
    const rows: unknown[] = await this.database.query(INSERT_PENDING, [userId, sealed, keyId]);
    return rows.length > 0;
  }

  /** Uses up a time step, and confirms a pending authenticator. False if it was already used. */
  async useStep(
    userId: number,
    step: number,
    { isPending }: { isPending: boolean },
    tx: EntityManager = this.database.manager,
  ): Promise<boolean> {
    const [rows] = await tx.query<[unknown[], number]>(USE_STEP, [userId, step, isPending]);
    return rows.length > 0;
  }

  async delete(userId: number, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.delete(TotpAuthenticatorEntity, { userId });
    return affected === 1;
  }

  async findSealedByOthers(
    keyId: string,
    after: number | null,
    limit: number,
  ): Promise<SealedRow<number>[]> {
    return this.database.query(
      `SELECT user_id AS key, secret_sealed AS sealed, secret_key_id AS "keyId"
       FROM totp_authenticators WHERE secret_key_id <> $1 AND user_id > $2
       ORDER BY user_id LIMIT $3`,
      [keyId, after ?? 0, limit],
    );
  }

  async reseal({ key, sealed }: SealedRow<number>, next: Sealed): Promise<boolean> {
    const { affected } = await this.database.manager.update(
      TotpAuthenticatorEntity,
      { userId: key, secretSealed: sealed },
      { secretSealed: next.sealed, secretKeyId: next.keyId },
    );
    return affected === 1;
  }
}
