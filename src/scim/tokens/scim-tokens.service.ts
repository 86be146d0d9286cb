import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { NotFoundError, UnauthenticatedError } from '../../kernel/errors/errors.js';
import { randomDigits } from '../../kernel/security/random-digits.js';
import { sha256 } from '../../kernel/security/sha256.js';
import { ScimTokenEntity } from './scim-token.entity.js';

/** Type name inside a token's global ID. */
export const SCIM_TOKEN_TYPE = 'ScimToken';

/** Every token begins with this ("provisioning"), so that secret scanners recognize it. */
const PREFIX = 'spp_';
const TOKEN = /^spp_[0-9A-Za-z]{43}$/;
const SHOWN_LENGTH = 12;

/** Only the first of many simultaneous requests writes, once a minute. */
const MARK_USED = `
  UPDATE scim_tokens SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

/** The tokens of provisioning services. Only their SHA-256 is stored. */
@Injectable()
export class ScimTokensService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly audit: AuditService,
  ) {}

  /** Lists all tokens, newest first. */
  list(): Promise<ScimTokenEntity[]> {
    return this.database.manager.find(ScimTokenEntity, { order: { id: 'DESC' } });
  }

  /** @returns the token, which cannot be read again. */
  async create(name: string, actor: Identity): Promise<{ token: string; entity: ScimTokenEntity }> {
    const token = `${PREFIX}${randomDigits(32)}`;
    const row = { name, prefix: token.slice(0, SHOWN_LENGTH), tokenHash: sha256(token) };
    const entity = await this.database.inTransaction(async (tx) => {
      const { identifiers } = await tx.insert(ScimTokenEntity, row);
      const id = Number(identifiers[0]?.['id']);
      const subject = { type: SCIM_TOKEN_TYPE, id, name };
      await this.audit.record({ action: 'scim_token.created', actor, subject }, tx);
      return tx.findOneByOrFail(ScimTokenEntity, { id });
    });
    return { token, entity };
  }

  /** @throws NotFoundError */
  async delete(id: number, actor: Identity): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      const token = await tx.findOneBy(ScimTokenEntity, { id });
      if (!token) throw new NotFoundError('Token not found.');
      await tx.delete(ScimTokenEntity, { id });
      const subject = { type: SCIM_TOKEN_TYPE, id, name: token.name };
      await this.audit.record({ action: 'scim_token.deleted', actor, subject }, tx);
    });
  }

  /**
   * Returns who sends a request with a token, for the audit log.
   * @throws UnauthenticatedError for every other token.
   */
  async verify(token: string | null): Promise<Identity> {
    const row =
      token !== null && TOKEN.test(token)
        ? await this.database.manager.findOneBy(ScimTokenEntity, { tokenHash: sha256(token) })
        : null;
    if (!row) throw new UnauthenticatedError('The bearer token is missing or not valid for SCIM.');
    await this.database.query(MARK_USED, [row.id]);
    return {
      userId: null,
      username: `SCIM: ${row.name}`,
      role: 'ADMIN',
      isSystem: true,
      credential: 'scim-token',
      sessionId: null,
      grantId: null,
      key: null,
      audience: null,
      mustChangePassword: false,
      mustAddSecondFactor: false,
    };
  }
}
