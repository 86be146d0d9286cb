import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { ADVISORY_LOCKS } from '../database/advisory-locks.js';
import { getSqlState } from '../kernel/errors/database-errors.js';

/** A table and the bytes that it occupies with its indexes and values stored out of line. */
export interface TableSize {
  tableName: string;
  numBytes: number;
}

/** Pages to look at in each table and index, evenly spread. */
const SAMPLE = 4096;

/** Smaller tables and indexes do not matter. */
const SMALLEST_PAGES = 64;

/** Most rows do not fit into a smaller gap of a page. */
const SMALLEST_GAP = 2000;

/** The extension is not there, may not be created by this role, or may not be used by it. */
const NO_EXTENSION = new Set(['0A000', '42501', '42883', '58P01']);

/**
 * The dead share of a table's rows, and about how many dead bytes, from which the table is vacuumed out of
 * turn.
 */
const DEAD_SHARE = 0.01;
const DEAD_BYTES = 1024 * 1024;

/** SQL about the storage of the database. */
@Injectable()
export class StorageQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Lists the tables of Spandrel, the largest first. */
  listTables(): Promise<TableSize[]> {
    return this.database.query(
      `SELECT tablename AS "tableName",
              pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass) AS "numBytes"
         FROM pg_tables WHERE schemaname = current_schema() ORDER BY 2 DESC, 1`,
    );
  }

  /** Returns the size of the database in bytes. */
  async readSize(): Promise<number> {
    const [row] = await this.database.query<{ bytes: number }[]>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return row!.bytes;
  }

  /**
   * Estimates the bytes in tables and indexes that were freed and that PostgreSQL will use again, from
   * a sample of the free space map. Null if this PostgreSQL does not tell.
   */
  async estimateReusable(): Promise<number | null> {
    try {
      await this.database.query('CREATE EXTENSION IF NOT EXISTS pg_freespacemap');
      const [row] = await this.database.query<{ bytes: number }[]>(
        `WITH relation AS (
           SELECT c.oid, pg_relation_size(c.oid) / current_setting('block_size')::bigint AS pages
             FROM pg_class c
            WHERE c.relkind IN ('r', 't', 'i')
              AND c.relnamespace IN (current_schema()::regnamespace, 'pg_toast'::regnamespace))
         SELECT coalesce(sum(r.pages * s.free), 0)::bigint AS bytes
           FROM relation r, LATERAL (
             SELECT avg(CASE WHEN gap >= ${SMALLEST_GAP} THEN gap ELSE 0 END) AS free
               FROM (SELECT pg_freespace(r.oid, page) AS gap
                       FROM generate_series(0, r.pages - 1, greatest(1, r.pages / ${SAMPLE})) page) g
           ) s
          WHERE r.pages >= ${SMALLEST_PAGES}`,
      );
      return row!.bytes;
    } catch (error) {
      if (NO_EXTENSION.has(getSqlState(error) ?? '')) return null;
      throw error;
    }
  }

  /**
   * Vacuums the tables with many dead rows, so that their space can be used again. PostgreSQL would
   * wait until a tenth or a fifth of a table is dead. Does nothing while another server does it.
   * @returns the number of tables.
   */
  async vacuum(): Promise<number> {
    const lock = [ADVISORY_LOCKS.storageVacuum];
    return this.database.onConnection(async (runner) => {
      const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS ok', lock)) as {
        ok: boolean;
      }[];
      if (!row!.ok) return 0;
      try {
        const tables = (await runner.query(
          `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
            WHERE schemaname = current_schema() AND n_dead_tup > 0
              AND n_dead_tup >= ${DEAD_SHARE} * (n_live_tup + n_dead_tup)
              AND pg_total_relation_size(relid) * n_dead_tup::float8 / (n_live_tup + n_dead_tup)
                  >= ${DEAD_BYTES}
            ORDER BY n_dead_tup DESC`,
        )) as { name: string }[];
        for (const { name } of tables) await runner.query(`VACUUM (SKIP_LOCKED) ${name}`);
        return tables.length;
      } finally {
        await runner.query('SELECT pg_advisory_unlock($1)', lock);
      }
    });
  }

  /** Returns the bytes of the WAL, and how large it may become. Only for a role that owns the whole server. */
  async readWal(): Promise<{ bytes: number; limit: number }> {
    const [row] = await this.database.query<{ bytes: number; limit: number }[]>(
      `SELECT (SELECT coalesce(sum(size), 0)::bigint FROM pg_ls_waldir()) AS bytes,
              pg_size_bytes(current_setting('max_wal_size')) AS limit`,
    );
    return row!;
  }

  /** Sets how large the WAL may become, in bytes. Applies to the whole server, also after its restart. */
  async limitWal(bytes: number): Promise<void> {
    // A setting cannot be a parameter.
    await this.database.query(`ALTER SYSTEM SET max_wal_size = '${Math.floor(bytes / 2 ** 20)}MB'`);
    await this.database.query('SELECT pg_reload_conf()');
  }

  /** Writes what the WAL protects to the tables, so that PostgreSQL can free most of the WAL. */
  async checkpoint(): Promise<void> {
    await this.database.query('CHECKPOINT');
  }

  /** Returns whether no warning was sent in the last day, in which case this one counts as sent. */
  async claimWarning(): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `INSERT INTO storage_warnings (sent_at) VALUES (now())
       ON CONFLICT (only_row) DO UPDATE SET sent_at = now()
        WHERE storage_warnings.sent_at < now() - interval '1 day' RETURNING 1`,
    );
    return rows.length > 0;
  }
}
