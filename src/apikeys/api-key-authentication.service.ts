import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import type { KeyInUse } from '../kernel/access/access.js';
import { ExpiredTokenError, UnauthenticatedError } from '../kernel/errors/errors.js';
import { unlimited } from '../kernel/http/request-context.js';
import { sha256 } from '../kernel/security/sha256.js';
import type { UserRoleName } from '../users/user.entity.js';

/** Every key begins with this, so that secret scanners recognize it. */
export const KEY_PREFIX = 'spd_';
const KEY = /^spd_[0-9A-Za-z]{43}$/;

/** The last use is stored to the minute, so that a busy key does not cause a write per request. */
const FIND = `
  SELECT k.id, k.scope, k.project_id AS "projectId", p.name AS "projectName",
         k.expires_at <= now() AS "isExpired",
         k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS "isUseOld",
         u.id AS "userId", u.username, u.role
  FROM api_keys k
  JOIN users u ON u.id = k.user_id
  LEFT JOIN projects p ON p.id = k.project_id
  WHERE k.key_hash = $1 AND u.deactivated_at IS NULL`;

/** Only the first of many simultaneous requests writes. */
const MARK_USED = `
  UPDATE api_keys SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

interface KeyRow {
  id: number;
  scope: KeyInUse['scope'];
  projectId: number | null;
  projectName: string | null;
  isExpired: boolean | null;
  isUseOld: boolean;
  userId: number;
  username: string;
  role: UserRoleName;
}

/** Verifies API keys. Only their SHA-256 is stored, which is enough for 256 random bits. */
@Injectable()
export class ApiKeyAuthenticationService {
  constructor(private readonly database: DatabaseWriter) {}

  /** Whether a bearer token has the form of a key. */
  isKey(token: string): boolean {
    return KEY.test(token);
  }

  /** @throws UnauthenticatedError if the key does not exist or has expired. */
  async verify(token: string): Promise<{
    key: KeyInUse;
    owner: { id: number; username: string; role: UserRoleName };
  }> {
    // A key stays limited to its project, whether or not its owner can see that.
    const rows = await unlimited(() => this.database.query<KeyRow[]>(FIND, [sha256(token)]));
    const [row] = rows;
    if (!row) throw new UnauthenticatedError('Invalid token');
    if (row.isExpired) throw new ExpiredTokenError();
    if (row.isUseOld) await this.markUsed(row.id);
    const project =
      row.projectId === null || row.projectName === null
        ? null
        : { id: row.projectId, name: row.projectName };
    return {
      key: { id: row.id, scope: row.scope, project },
      owner: { id: row.userId, username: row.username, role: row.role },
    };
  }

  private async markUsed(id: number): Promise<void> {
    await this.database.query(MARK_USED, [id]);
  }
}
