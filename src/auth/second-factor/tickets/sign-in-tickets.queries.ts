import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../../database/database-writer.js';

/** SQL of the tickets of users who have entered their password. */
@Injectable()
export class SignInTicketsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  async deleteExpired(limit: number): Promise<void> {
    await this.database.query(
      `DELETE FROM sign_in_tickets WHERE hash IN (
         SELECT hash FROM sign_in_tickets WHERE expires_at <= now() ORDER BY expires_at LIMIT $1)`,
      [limit],
    );
  }
}
