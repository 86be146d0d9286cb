import { Injectable } from '@nestjs/common';
import type { KeyInUse } from '../kernel/access/access.js';
import { ExpiredTokenError, UnauthenticatedError } from '../kernel/errors/errors.js';
import { unlimited } from '../kernel/http/request-context.js';
import { sha256 } from '../kernel/security/sha256.js';
import type { UserRoleName } from '../users/user.entity.js';
import { ApiKeysQueries } from './api-keys.queries.js';

/** Every key begins with this, so that secret scanners recognize it. */
export const KEY_PREFIX = 'spd_';
const KEY = /^spd_[0-9A-Za-z]{43}$/;

/** Verifies API keys. Only their SHA-256 is stored, which is enough for 256 random bits. */
@Injectable()
export class ApiKeyAuthenticationService {
  constructor(private readonly queries: ApiKeysQueries) {}

  /** Returns whether a bearer token has the form of a key. */
  isKey(token: string): boolean {
    return KEY.test(token);
  }

  /** @throws UnauthenticatedError if the key does not exist or has expired. */
  async verify(token: string): Promise<{
    key: KeyInUse;
    owner: { id: number; username: string; role: UserRoleName };
  }> {
    // A key stays limited to its project, whether or not its owner can see that.
    const row = await unlimited(() => this.queries.findUsed(sha256(token)));
    if (!row) throw new UnauthenticatedError('Invalid token');
    if (row.isExpired) throw new ExpiredTokenError();
    if (row.isUseOld) await this.queries.markUsed(row.id);
    const project =
      row.projectId === null || row.projectName === null
        ? null
        : { id: row.projectId, name: row.projectName };
    return {
      key: { id: row.id, scope: row.scope, project },
      owner: { id: row.userId, username: row.username, role: row.role },
    };
  }
}
