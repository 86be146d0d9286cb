import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { UserRoleName } from '../../users/user.entity.js';

const HAS_ACCESS = `
  SELECT 1 FROM users u
  WHERE u.id = $1 AND u.deactivated_at IS NULL AND u.role = ANY ($5)
    AND ($2::bigint IS NULL OR EXISTS (
      SELECT 1 FROM login_sessions s WHERE s.id = $2 AND s.expires_at > now()))
    AND ($3::bigint IS NULL OR EXISTS (
      SELECT 1 FROM api_keys k
      WHERE k.id = $3 AND (k.expires_at IS NULL OR k.expires_at > now())))
    AND ($4::bigint IS NULL OR EXISTS (
      SELECT 1 FROM oauth2_grants g
      WHERE g.id = $4 AND g.revoked_at IS NULL AND g.expires_at > now()))`;

interface UsedAccess {
  /** Roles of users that give at least the rights that the user had. */
  roles: readonly UserRoleName[];
  /** The row IDs of the credential that is in use; null for those of other kinds. */
  sessionId: number | null;
  keyId: number | null;
  grantId: number | null;
}

@Injectable()
export class IdentityQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns whether the user is active and can do as much as before, and the credential has not ended. */
  async hasAccess(
    userId: number,
    { sessionId, keyId, grantId, roles }: UsedAccess,
  ): Promise<boolean> {
    const parameters = [userId, sessionId, keyId, grantId, roles];
    const rows: unknown[] = await this.database.query(HAS_ACCESS, parameters);
    return rows.length > 0;
  }
}
