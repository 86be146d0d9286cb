import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type pg from 'pg';
import { packPayloads } from '../common/spans/payload-pack.js';
import { INGEST_POOL } from './ingest-pool.js';

/**
 * Servers of versions before cannot read packs. Behind a load balancer, they are replaced one after the
 * other, so a server does not write the first pack of a database before the others had time to go.
 */
const WAIT_FOR_OTHERS_MS = 10 * 60_000;

const FIND_STATE = `
  SELECT EXISTS (SELECT FROM span_payloads) OR NOT EXISTS (SELECT FROM spans) AS "hasNoOldServers"`;

/** Decides whether long payloads are stored in packs. */
@Injectable()
export class PayloadPacking implements OnApplicationBootstrap {
  private readonly logger = new Logger('ingest');
  private since = Infinity;

  constructor(@Inject(INGEST_POOL) private readonly pool: pg.Pool) {}

  get isPacking(): boolean {
    return performance.now() >= this.since;
  }

  async onApplicationBootstrap(): Promise<void> {
    const payload = '{"text": "é"}';
    const bytes = await packPayloads(Buffer.from(payload));
    try {
      await this.pool.query('SELECT spandrel_unpack($1, 0, $2)', [
        bytes,
        Buffer.byteLength(payload),
      ]);
    } catch (error) {
      this.logger.warn(
        { err: error },
        'the database cannot read compressed payloads, so they are stored as they are: run ' +
          'CREATE EXTENSION pgcrypto as its owner, and start again',
      );
      return;
    }
    const { rows } = await this.pool.query<{ hasNoOldServers: boolean }>(FIND_STATE);
    this.since = performance.now() + (rows[0]!.hasNoOldServers ? 0 : WAIT_FOR_OTHERS_MS);
  }
}
