import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { ADVISORY_LOCKS } from '../../../database/advisory-locks.js';
import { OAuth2ClientEntity } from './oauth2-client.entity.js';

/** Registered, but no user has approved it yet. */
const IS_UNUSED = 'last_used_at IS NULL AND NOT is_first_party';

/** Many people use one application, so most of its refreshes do not write. */
const MARK_USED = `
  UPDATE oauth2_clients SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 hour')`;

/** Applications that nobody approved in time. */
const DELETE_UNUSED = `
  DELETE FROM oauth2_clients WHERE id IN (
    SELECT id FROM oauth2_clients
    WHERE ${IS_UNUSED} AND created_at < now() - interval '7 days'
    ORDER BY created_at, id LIMIT $1)`;

/** So that registrations from many addresses cannot fill the database. */
const DELETE_SURPLUS = `
  DELETE FROM oauth2_clients WHERE id IN (
    SELECT id FROM oauth2_clients WHERE ${IS_UNUSED}
    ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $1)`;

/** Applications that nobody uses any more. */
const DELETE_DEAD = `
  DELETE FROM oauth2_clients WHERE id IN (
    SELECT c.id FROM oauth2_clients c
    WHERE c.last_used_at < now() - interval '30 days' AND NOT c.is_first_party AND NOT EXISTS (
      SELECT 1 FROM oauth2_grants g
      WHERE g.client_id = c.id AND g.revoked_at IS NULL AND g.expires_at > now())
    LIMIT $1)`;

@Injectable()
export class ClientsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  findByClientId(clientId: string): Promise<OAuth2ClientEntity | null> {
    return this.database.manager.findOneBy(OAuth2ClientEntity, { clientId });
  }

  /** Counts the unused applications that an address registered in the last day. Others wait. */
  async countUnused(registeredFrom: string | null, tx: EntityManager): Promise<number> {
    await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      ADVISORY_LOCKS.clientRegistrations,
      registeredFrom,
    ]);
    const rows: { count: number }[] = await tx.query(
      `SELECT count(*)::int AS count FROM oauth2_clients
       WHERE ${IS_UNUSED} AND (registered_from = $1 OR ($1::text IS NULL AND registered_from IS NULL))
         AND created_at > now() - interval '1 day'`,
      [registeredFrom],
    );
    return rows[0]?.count ?? 0;
  }

  async insert(
    client: Pick<
      OAuth2ClientEntity,
      'clientId' | 'name' | 'logoUri' | 'redirectUris' | 'registeredFrom'
    >,
    tx: EntityManager,
  ): Promise<void> {
    await tx.insert(OAuth2ClientEntity, client);
  }

  async markUsed(id: number, tx: EntityManager): Promise<void> {
    await tx.query(MARK_USED, [id]);
  }

  /**
   * Deletes applications that are not used, at most `limit` of each kind, but keeps the newest that
   * may still be approved.
   */
  async deleteUnused(limit: number, kept: number): Promise<void> {
    await this.database.query(DELETE_UNUSED, [limit]);
    await this.database.query(DELETE_SURPLUS, [limit, kept]);
    await this.database.query(DELETE_DEAD, [limit]);
  }
}
