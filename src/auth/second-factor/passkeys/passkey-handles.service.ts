import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { PasskeyHandleEntity } from './passkey-handle.entity.js';
import { PasskeysQueries } from './passkeys.queries.js';

/** The length that WebAuthn recommends, and the longest that it allows. */
const HANDLE_BYTES = 64;

/**
 * The IDs by which authenticators know accounts. Authenticators do not display them, but reveal them to any
 * page of this server that requests a passkey, so they say nothing about the user.
 */
@Injectable()
export class PasskeyHandlesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: PasskeysQueries,
  ) {}

  /** Returns the handle of a user, which is created once and stays. */
  async ensure(userId: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.queries.ensureHandle(userId, randomBytes(HANDLE_BYTES)));
  }

  /** Returns whether a passkey of the user may call the account so. */
  async belongsTo(userId: number, handle: Buffer): Promise<boolean> {
    // Of passkeys that were added before handles were stored.
    if (handle.equals(Buffer.from(`spandrel:${userId}`))) return true;
    const row = await this.database.manager.findOneBy(PasskeyHandleEntity, { userId });
    return row?.handle.equals(handle) ?? false;
  }
}
