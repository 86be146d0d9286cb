import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ClientsQueries } from './clients.queries.js';
import type { OAuth2ClientEntity } from './oauth2-client.entity.js';

/** Unused applications to keep. Those that registered later push out earlier ones. */
const MAX_UNUSED = 10_000;

/** The longest public identifier. */
const MAX_ID_LENGTH = 100;

/** Applications that may ask users to act for them. */
@Injectable()
export class ClientsService {
  constructor(private readonly queries: ClientsQueries) {}

  async findByClientId(clientId: string): Promise<OAuth2ClientEntity | null> {
    const isPossible = clientId.length <= MAX_ID_LENGTH && /^[\w-]+$/.test(clientId);
    return isPossible ? this.queries.findByClientId(clientId) : null;
  }

  /** Notes that an application got tokens, to the hour. */
  markUsed(id: number, tx: EntityManager): Promise<void> {
    return this.queries.markUsed(id, tx);
  }

  /** Deletes applications that are not used, at most `limit` of each kind. */
  deleteUnused(limit: number): Promise<void> {
    return this.queries.deleteUnused(limit, MAX_UNUSED);
  }
}
