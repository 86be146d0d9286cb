import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const HAS_ACCESS = `
  SELECT 1 FROM users u
  WHERE u.id = $1 AND u.deactivated_at IS NULL
    AND ($2::bigint IS NULL OR EXISTS (
      SELECT 1 FROM login_sessions s WHERE s.id = $2 AND s.expires_at > now()))
    AND ($3::bigint IS NULL OR EXISTS (
      SELECT 1 FROM api_keys k
      WHERE k.id = $3 AND (k.expires_at IS NULL OR k.expires_at > now())))
    AND ($4::bigint IS NULL OR EXISTS (
      SELECT 1 FROM oauth2_grants g
      WHERE g.id = $4 AND g.revoked_at IS NULL AND g.expires_at > now()))`;

/** The row IDs of the credential that is in use; null for those of other kinds. */
interface UsedCredential {
  sessionId: number | null;
  keyId: number | null;
  grantId: number | null;
}

@Injectable()
export class IdentityQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether the user is active, and the credential has not ended. */
  async hasAccess(userId: number, { sessionId, keyId, grantId }: UsedCredential): Promise<boolean> {
    const parameters = [userId, sessionId, keyId, grantId];
    const rows: unknown[] = await this.dataSource.query(HAS_ACCESS, parameters);
    return rows.length > 0;
  }
}
