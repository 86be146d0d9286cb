import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { randomDigits } from '../../../kernel/security/random-digits.js';
import { sha256 } from '../../../kernel/security/sha256.js';
import { SignInTicketEntity } from './sign-in-ticket.entity.js';
import { SignInTicketsQueries } from './sign-in-tickets.queries.js';

/** How long a user may look for the second factor. */
export const TICKET_SECONDS = 300;

/** Tickets of users who have entered their password. A new password revokes them. */
@Injectable()
export class SignInTicketsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: SignInTicketsQueries,
  ) {}

  async issue(userId: number, tx: EntityManager): Promise<string> {
    const ticket = randomDigits(32);
    const expiresAt = new Date(Date.now() + TICKET_SECONDS * 1000);
    await tx.insert(SignInTicketEntity, { hash: sha256(ticket), userId, expiresAt });
    return ticket;
  }

  /** Finds the user of a ticket that has not been used and not expired. */
  async findUserId(ticket: string): Promise<number | null> {
    const where = { hash: sha256(ticket), expiresAt: MoreThan(new Date()) };
    const row = await this.database.manager.findOneBy(SignInTicketEntity, where);
    return row?.userId ?? null;
  }

  /** Uses a ticket up. False if another request has done so, or if it was revoked. */
  async spend(ticket: string, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.delete(SignInTicketEntity, { hash: sha256(ticket) });
    return affected === 1;
  }

  async revokeAllOf(userId: number, tx: EntityManager): Promise<void> {
    await tx.delete(SignInTicketEntity, { userId });
  }

  /** Deletes at most `limit` expired tickets. */
  deleteExpired(limit: number): Promise<void> {
    return this.queries.deleteExpired(limit);
  }
}
