import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { PasskeyHandleEntity } from './passkey-handle.entity.js';

/** What WebAuthn recommends, and the most that it allows. */
const HANDLE_BYTES = 64;

/** Of several simultaneous requests, all get the handle of the first. */
const ENSURE = `
  INSERT INTO passkey_handles AS h (user_id, handle) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE SET handle = h.handle RETURNING handle`;

/**
 * What authenticators call accounts. They show it to nobody, but give it to whoever asks for a passkey
 * of this server, so it says nothing about the user.
 */
@Injectable()
export class PasskeyHandlesService {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns the handle of a user, which is created once and stays. */
  async ensure(userId: number): Promise<Uint8Array<ArrayBuffer>> {
    const parameters = [userId, randomBytes(HANDLE_BYTES)];
    const [row] = await this.database.query<[{ handle: Buffer }]>(ENSURE, parameters);
    return new Uint8Array(row.handle);
  }

  /** Whether a passkey of the user may call the account so. */
  async belongsTo(userId: number, handle: Buffer): Promise<boolean> {
    // Of passkeys that were added before handles were stored.
    if (handle.equals(Buffer.from(`spandrel:${userId}`))) return true;
    const row = await this.database.manager.findOneBy(PasskeyHandleEntity, { userId });
    return row?.handle.equals(handle) ?? false;
  }
}
