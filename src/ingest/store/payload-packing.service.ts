import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type pg from 'pg';
import { BackgroundLoops } from '../../database/background-loops.js';
import { packPayloads, TEXT_START } from '../../spans/payload-pack.js';
import { INGEST_POOL } from './ingest-pool.js';

/** Servers that do not know this migration cannot read packs. */
const MIGRATION = 'SpanPayloads1764701920000';

/**
 * Behind a load balancer, servers of the version before are replaced one after the other, so a server
 * does not write the first pack of a database before they had time to go.
 */
const WAIT_FOR_OTHERS_MS = 10 * 60_000;

const MAY_BEGIN = `
  SELECT EXISTS (SELECT 1 FROM breaking_migrations WHERE name = $1)
         OR NOT EXISTS (SELECT 1 FROM spans LIMIT 1) AS "mayBegin"`;

/** From now on, older servers do not start. */
const BEGIN = 'INSERT INTO breaking_migrations (name) VALUES ($1) ON CONFLICT DO NOTHING';

/** Decides whether long payloads are stored in packs. */
@Injectable()
export class PayloadPacking implements OnApplicationBootstrap {
  /** Whether they are. */
  isPacking = false;
  private readonly logger = new Logger('ingest');
  private isWaiting = false;

  constructor(
    @Inject(INGEST_POOL) private readonly pool: pg.Pool,
    loops: BackgroundLoops,
  ) {
    loops.addTimer({
      name: 'payload-packing',
      description:
        'begins to [compress](#compression) payloads, once servers of earlier versions are gone',
      everyMs: WAIT_FOR_OTHERS_MS,
      run: async () => {
        if (this.isWaiting) await this.begin();
      },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!(await this.canBeRead())) return;
    const { rows } = await this.pool.query<{ mayBegin: boolean }>(MAY_BEGIN, [MIGRATION]);
    if (rows[0]!.mayBegin) await this.begin();
    else this.isWaiting = true;
  }

  private async begin(): Promise<void> {
    await this.pool.query(BEGIN, [MIGRATION]);
    this.isPacking = true;
    this.isWaiting = false;
  }

  private async canBeRead(): Promise<boolean> {
    const payload = Buffer.from('{"text": "é"}');
    try {
      await this.pool.query('SELECT spandrel_unpack($1, 0, $2)', [
        await packPayloads(Buffer.concat([Buffer.alloc(TEXT_START), payload])),
        payload.length,
      ]);
      return true;
    } catch (error) {
      this.logger.warn(
        { err: error },
        'the database cannot read compressed payloads, so they are stored as they are: run ' +
          'CREATE EXTENSION pgcrypto as its owner, and restart the server',
      );
      return false;
    }
  }
}
