import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { AuditService } from '../../../audit/audit.service.js';
import { covers, type Resource } from '../../../kernel/http/resource.js';
import { ExpiredTokenError, UnauthenticatedError } from '../../../kernel/errors/errors.js';
import { randomDigits } from '../../../kernel/security/random-digits.js';
import { sha256 } from '../../../kernel/security/sha256.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import type { UserRoleName } from '../../../users/user.entity.js';
import { ClientsService } from '../clients/clients.service.js';
import { OAuth2Error } from '../oauth2-error.js';
import { GrantTokensQueries } from './grant-tokens.queries.js';
import { GrantsQueries } from './grants.queries.js';
import { GRANT_TYPE } from './grants.service.js';

/** The tokens of a grant. The database has only their digests, so they cannot be read again. */
export interface IssuedGrantTokens {
  accessToken: string;
  refreshToken: string;
  accessExpiresInSeconds: number;
}

/** The access that a user approved, before it is stored. */
export interface NewGrant {
  userId: number;
  /** Row ID of the application. */
  clientId: number;
  audience: Resource | null;
}

/** Every token begins with one of these, so that secret scanners recognize it. */
const ACCESS_PREFIX = 'spo_';
const REFRESH_PREFIX = 'spr_';
const ACCESS_TOKEN = /^spo_[0-9A-Za-z]{43}$/;

/** How many grants a user can have. Lists of grants have no pages. */
const MAX_GRANTS = 100;

const MINUTE_MS = 60_000;
const NOT_VALID = 'The refresh token is not valid.';

/**
 * The tokens of grants. Like a session, a grant is a chain of token pairs: a refresh uses up one
 * pair and issues the next, and a refresh token that is used twice ends the grant, because one of the
 * two senders must have stolen it (RFC 9700, 4.14.2).
 */
@Injectable()
export class GrantTokensService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly queries: GrantTokensQueries,
    private readonly grants: GrantsQueries,
    private readonly clients: ClientsService,
    private readonly audit: AuditService,
  ) {}

  /** Returns whether a bearer token has the form of an access token of an application. */
  isAccessToken(token: string): boolean {
    return ACCESS_TOKEN.test(token);
  }

  /**
   * Gets the user for whom an access token acts, with their current role.
   * @throws UnauthenticatedError if the token is not the newest of its grant, or the grant has ended;
   * ExpiredTokenError if either has expired.
   */
  async getByAccessToken(token: string): Promise<{
    user: { id: number; username: string; role: UserRoleName };
    grantId: number;
    audience: Resource | null;
    mustChangePassword: boolean;
  }> {
    const row = await this.queries.findByAccessToken(sha256(token));
    if (!row) throw new UnauthenticatedError('Invalid token');
    if (row.isExpired) throw new ExpiredTokenError();
    if (row.isUseOld) await this.queries.markUsed(row.grantId);
    const { userId, username, role, grantId, audience, mustChangePassword } = row;
    return { user: { id: userId, username, role }, grantId, audience, mustChangePassword };
  }

  /**
   * Opens a grant. If the user then has too many, the one that has been unused the longest ends.
   * @param resource the part of the server that the first tokens are limited to.
   * @returns its row ID, with the tokens.
   */
  async open(
    grant: NewGrant,
    resource: Resource | null,
    tx: EntityManager,
  ): Promise<IssuedGrantTokens & { id: number }> {
    await this.endUnused(grant.userId, tx);
    const expiresAt = new Date(Date.now() + this.env.authorizationServer.grantMs);
    const id = await this.grants.insert({ ...grant, expiresAt }, tx);
    const audience = narrow(grant.audience, resource);
    return { id, ...(await this.issue({ id, expiresAt }, audience, grant.clientId, tx)) };
  }

  /**
   * Exchanges a refresh token for the next pair of tokens.
   * @param resource the part of the server to limit these to; null: as before.
   * @throws OAuth2Error if the token is not valid for the application or the part of the server. The
   * second use of a token also ends the grant.
   */
  async rotate(
    refreshToken: string,
    clientId: string,
    resource: Resource | null,
  ): Promise<IssuedGrantTokens> {
    const hash = sha256(refreshToken);
    const found = await this.queries.findByRefreshToken(hash, clientId);
    if (found?.isConsumed) await this.endReused(found, clientId);
    if (!found || found.isConsumed) throw new OAuth2Error('invalid_grant', NOT_VALID);
    return this.database.inTransaction(async (tx) => {
      const spent = await this.queries.spend(hash, tx);
      if (!spent) throw new OAuth2Error('invalid_grant', NOT_VALID);
      const grant = { id: spent.id, expiresAt: new Date(spent.expiresAt) };
      return this.issue(grant, narrow(spent.audience, resource), spent.clientId, tx);
    });
  }

  /** Ends the grant of either token. Does nothing for other texts. */
  async revoke(token: string): Promise<void> {
    const grantId = await this.queries.findGrantOf(sha256(token));
    if (grantId !== null) await this.grants.revoke(grantId);
  }

  private async endUnused(userId: number, tx: EntityManager): Promise<void> {
    const ended = await this.grants.revokeUnused(userId, MAX_GRANTS - 1, tx);
    for (const { id, clientId, clientName } of ended) {
      const subject = { type: GRANT_TYPE, id, name: clientName };
      const details = { clientId, userId, reason: `more than ${MAX_GRANTS} approvals` };
      await this.audit.record({ action: 'application.revoked', actor: null, subject, details }, tx);
    }
  }

  /** Ends a grant whose refresh token or code somebody has sent a second time. */
  async endReused(
    { grantId, userId }: { grantId: number; userId: number },
    clientId: string,
  ): Promise<void> {
    await this.grants.revoke(grantId);
    await this.audit.record({
      action: 'token.reused',
      outcome: 'failure',
      actor: null,
      subject: { type: GRANT_TYPE, id: grantId, name: clientId },
      details: { ended: 'the grant', userId },
    });
  }

  private async issue(
    grant: { id: number; expiresAt: Date },
    audience: Resource | null,
    clientId: number,
    tx: EntityManager,
  ): Promise<IssuedGrantTokens> {
    const now = Date.now();
    const until = (minutes: number): Date =>
      new Date(Math.min(now + minutes * MINUTE_MS, grant.expiresAt.getTime()));
    const accessToken = ACCESS_PREFIX + randomDigits(32);
    const refreshToken = REFRESH_PREFIX + randomDigits(32);
    const accessExpiresAt = until(this.env.auth.accessTokenMinutes);
    await this.queries.insert(
      {
        grantId: grant.id,
        accessHash: sha256(accessToken),
        refreshHash: sha256(refreshToken),
        audience,
        accessExpiresAt,
        refreshExpiresAt: until(this.env.auth.refreshTokenMinutes),
      },
      tx,
    );
    await this.clients.markUsed(clientId, tx);
    const seconds = Math.floor((accessExpiresAt.getTime() - now) / 1000);
    return { accessToken, refreshToken, accessExpiresInSeconds: Math.max(1, seconds) };
  }
}

/**
 * Narrows tokens to a part of what the user approved (RFC 8707, 2.2). Without a resource in the request that
 * the user approved, none can be named later.
 * @throws OAuth2Error if the application asks for anything else.
 */
function narrow(approved: Resource | null, asked: Resource | null): Resource | null {
  if (asked === null) return approved;
  if (approved === null || !covers(approved, asked)) {
    throw new OAuth2Error('invalid_target', 'The user did not approve access to this resource.');
  }
  return asked;
}
