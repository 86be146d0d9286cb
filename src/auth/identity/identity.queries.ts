import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const HAS_ACCESS = `
  SELECT 1 FROM users u
  WHERE u.id = $1 AND u.deactivated_at IS NULL
    AND ($2::bigint IS NULL OR EXISTS (
      SELECT 1 FROM login_sessions s WHERE s.id = $2 AND s.expires_at > now()))
    AND ($3::bigint IS NULL OR EXISTS (
      SELECT 1 FROM api_keys k
      WHERE k.id = $3 AND (k.expires_at IS NULL OR k.expires_at > now())))`;

@Injectable()
export class IdentityQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether the user is active, and the session and the key, if any, have not ended. */
  async hasAccess(
    userId: number,
    sessionId: number | null,
    keyId: number | null,
  ): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(HAS_ACCESS, [userId, sessionId, keyId]);
    return rows.length > 0;
  }
}
