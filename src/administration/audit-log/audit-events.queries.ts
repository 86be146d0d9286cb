import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DatabaseReader } from '../../database/database-reader.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';

/** Conditions for listed events. */
export interface AuditFilter {
  /** Beginning of the action, such as `login` for everything about signing in. */
  action?: string | null;
  /** Row ID of the user who performed the action. */
  actorId?: number | null;
  outcome?: 'success' | 'failure' | null;
  /** Wire text, inclusive. */
  start?: string | null;
  /** Wire text, exclusive. */
  end?: string | null;
  /** Part of a name or an address, ignoring case. */
  search?: string | null;
}

/** A listed event. Times are wire text. */
export interface AuditEventRow {
  id: number;
  occurredAt: string;
  action: string;
  outcome: 'success' | 'failure';
  actorId: number | null;
  actorName: string | null;
  credential: string | null;
  subjectType: string | null;
  subjectId: string | null;
  subjectName: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
  details: Record<string, unknown>;
}

/**
 * No index can find part of a name, so each page of a search reads this many events and reports
 * where it stopped. At about a microsecond each, that takes less than a tenth of a second.
 */
const SEARCH_WINDOW = 20_000;

const COLUMNS = `id, occurred_at AS "occurredAt", action, outcome, actor_id AS "actorId",
  actor_name AS "actorName", credential, subject_type AS "subjectType",
  subject_id AS "subjectId", subject_name AS "subjectName", address, user_agent AS "userAgent",
  request_id AS "requestId", details`;

/** Finds all actions by skipping through the index, one step per action. */
const ACTIONS = `
  WITH RECURSIVE known (action) AS (
    (SELECT action FROM audit_events ORDER BY action LIMIT 1)
    UNION ALL
    SELECT (SELECT e.action FROM audit_events e WHERE e.action > known.action
            ORDER BY e.action LIMIT 1)
    FROM known WHERE known.action IS NOT NULL
  )
  SELECT action FROM known WHERE starts_with(action, $1)`;

const NAMES = "lower(concat_ws(' ', actor_name, subject_name, address))";

/** SQL of the audit log, newest first. */
@Injectable()
export class AuditEventsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Lists up to `limit` events older than `before`.
   * @returns `stoppedAt`: the oldest event read, if there may be more; null at the end of the log.
   */
  async listPage(
    filter: AuditFilter,
    before: number | null,
    limit: number,
  ): Promise<{ rows: AuditEventRow[]; stoppedAt: number | null }> {
    const where = await this.toWhere(filter, before);
    if (!filter.search) {
      const rows = await this.select(where, limit + 1);
      const page = rows.slice(0, limit);
      return { rows: page, stoppedAt: rows.length > limit ? page.at(-1)!.id : null };
    }
    const seen = await this.findWindow(where);
    if (seen.oldest === null) return { rows: [], stoppedAt: null };
    where
      .and(`id >= ${where.bind(seen.oldest)}`)
      .and(`strpos(${NAMES}, lower(${where.bind(filter.search)})) > 0`);
    const rows = await this.select(where, limit);
    if (rows.length === limit) return { rows, stoppedAt: rows.at(-1)!.id };
    return { rows, stoppedAt: seen.count < SEARCH_WINDOW ? null : seen.oldest };
  }

  private select(where: SqlWhere, limit: number): Promise<AuditEventRow[]> {
    return this.reader.query(
      `SELECT ${COLUMNS} FROM audit_events ${where.toString()} ORDER BY id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Returns how far back a search reads. */
  private async findWindow(where: SqlWhere): Promise<{ oldest: number | null; count: number }> {
    const [row] = await this.reader.query<[{ oldest: number | null; count: number }]>(
      `SELECT min(id) AS oldest, count(*) AS count
       FROM (SELECT id FROM audit_events ${where.toString()} ORDER BY id DESC LIMIT ${SEARCH_WINDOW}) seen`,
      where.parameters,
    );
    return row;
  }

  private async toWhere(filter: AuditFilter, before: number | null): Promise<SqlWhere> {
    const where = new SqlWhere();
    if (before !== null) where.and(`id < ${where.bind(before)}`);
    if (filter.action) {
      const known: { action: string }[] = await this.reader.query(ACTIONS, [filter.action]);
      where.and(`action = ANY(${where.bind(known.map(({ action }) => action))})`);
    }
    if (filter.end) where.and(`id <= (${greatestIdBefore(where.bind(filter.end))})`);
    return where
      .andEqual('actor_id', filter.actorId ?? undefined)
      .andEqual('outcome', filter.outcome ?? undefined)
      .andBetween('occurred_at', filter.start, filter.end);
  }
}

/**
 * IDs grow with time, except among overlapping transactions, so the greatest of a thousand IDs
 * exceeds those of all earlier events. Without this bound, PostgreSQL would read all later events
 * and skip them: 250 ms for 2,000,000 events, instead of less than one.
 */
function greatestIdBefore(end: string): string {
  return `SELECT max(id) FROM (SELECT id FROM audit_events WHERE occurred_at < ${end}
          ORDER BY occurred_at DESC, id DESC LIMIT 1000) latest`;
}

/** Deletes the oldest events, at most `limit`, in one transaction, and returns how many. */
export async function deleteOldEvents(
  client: pg.ClientBase,
  maxDays: number,
  limit: number,
): Promise<number> {
  await client.query('BEGIN');
  // The trigger that refuses changes lets a transaction with this setting delete.
  await client.query(`SELECT set_config('spandrel.deletes_old_audit_events', 'on', true)`);
  const { rowCount } = await client.query(
    `DELETE FROM audit_events WHERE id IN (
       SELECT id FROM audit_events WHERE occurred_at < now() - $1 * interval '1 day'
        ORDER BY occurred_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [maxDays, limit],
  );
  await client.query('COMMIT');
  return rowCount ?? 0;
}
