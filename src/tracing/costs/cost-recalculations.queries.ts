import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DatabaseWriter } from '../../database/database-writer.js';
import { CALL_KINDS_SQL } from '../../spans/token-usage.js';
import { currentScope } from '../../kernel/http/request-context.js';

/** Times from `start` (inclusive) to `end` (exclusive). A null bound is open. */
export interface StartRange {
  start: string | null;
  end: string | null;
}

/** A recalculation of the costs of a project, with its progress. */
export interface CostRecalculationRow extends StartRange {
  id: number;
  projectId: number;
  /** Number of spans when it was created. */
  spanCount: number;
  pricedCount: number;
  /** Spans that could not be priced, which keep their old cost. */
  skippedCount: number;
  /** Why the last attempt to price some spans failed. */
  error: string | null;
  isCanceled: boolean;
  createdAt: string;
  /** Null while it runs. */
  finishedAt: string | null;
}

/** The spans of a recalculation to price next, newest first. */
export interface RecalculationBatch {
  id: number;
  spanIds: number[];
  /** The last of them. */
  last: { start: string; id: number } | null;
  /** How often spans could not be priced, less the batches that have since been priced. */
  attempts: number;
}

/** The place of a recalculation; open bounds are infinite. */
interface RecalculationPlace {
  id: number;
  projectId: number;
  start: string;
  end: string;
  lastStart: string;
  lastId: number;
  attempts: number;
}

const COLUMNS = `r.id, r.project_id AS "projectId", r.start_time AS start, r.end_time AS "end",
  r.span_count AS "spanCount", r.priced_count AS "pricedCount",
  r.skipped_count AS "skippedCount", r.error,
  r.is_canceled AS "isCanceled", r.created_at AS "createdAt", r.finished_at AS "finishedAt"`;

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* span costs */';

const DUE = `FROM cost_recalculations
  WHERE finished_at IS NULL AND (retry_at IS NULL OR retry_at <= now())`;

/** SQL of whether a recalculation can go on. */
export const RECALCULATION_DUE = `EXISTS (SELECT ${DUE})`;

/** SQL for recalculations of costs. */
@Injectable()
export class CostRecalculationsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Newest first. */
  list(limit: number): Promise<CostRecalculationRow[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM cost_recalculations r ORDER BY r.id DESC LIMIT $1`,
      [limit],
    );
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<CostRecalculationRow[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM cost_recalculations r WHERE r.id = ANY($1)`,
      [ids],
    );
  }

  /** Counts the spans first. Without any, it is finished at once. Null if another one runs. */
  async insert(
    projectId: number,
    { start, end }: StartRange,
  ): Promise<CostRecalculationRow | null> {
    const [row] = await this.database.query<CostRecalculationRow[]>(
      `INSERT INTO cost_recalculations AS r (project_id, start_time, end_time, span_count, finished_at)
       SELECT $1::bigint, $2::timestamptz, $3::timestamptz, count(*),
              CASE WHEN count(*) = 0 THEN now() END
         FROM spans s
        WHERE s.project_id = $1 AND s.kind IN ${CALL_KINDS_SQL}
          AND ($2::timestamptz IS NULL OR s.start_time >= $2)
          AND ($3::timestamptz IS NULL OR s.start_time < $3)
       ON CONFLICT (project_id) WHERE finished_at IS NULL DO NOTHING
       RETURNING ${COLUMNS}`,
      [projectId, start, end],
    );
    return row ?? null;
  }

  /** Null if it does not exist or is finished. */
  async cancel(id: number): Promise<CostRecalculationRow | null> {
    const [rows] = await this.database.query<[CostRecalculationRow[], number]>(
      `UPDATE cost_recalculations r SET is_canceled = true, finished_at = now()
        WHERE r.id = $1 AND r.finished_at IS NULL RETURNING ${COLUMNS}`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Deletes the finished ones of a project, except the newest. */
  async deleteOld(projectId: number, keep: number): Promise<void> {
    await this.database.query(
      `DELETE FROM cost_recalculations WHERE finished_at IS NOT NULL AND id IN (
         SELECT id FROM cost_recalculations WHERE project_id = $1 ORDER BY id DESC OFFSET $2)`,
      [projectId, keep],
    );
  }

  /** Counts the new spans that wait to be priced, of all projects in reach. */
  async countUnpriced(): Promise<number> {
    const [row] = await this.database.query<{ count: number }[]>(
      // The list says nothing of projects, so somebody who cannot see every project needs the spans.
      currentScope()
        ? 'SELECT count(*) AS count FROM spans WHERE id = ANY(ARRAY(SELECT unnest(span_ids) FROM unpriced_spans))'
        : 'SELECT coalesce(sum(cardinality(span_ids)), 0)::int8 AS count FROM unpriced_spans',
    );
    return row?.count ?? 0;
  }
}

/**
 * Takes the next spans of the recalculation that has waited longest, and locks it: half as many after
 * each failure. Null if there is none.
 */
export async function takeRecalculation(
  client: pg.ClientBase,
  limit: number,
): Promise<RecalculationBatch | null> {
  const { rows: due } = await client.query<RecalculationPlace>(
    `${MARK} SELECT id, project_id AS "projectId",
            coalesce(start_time, '-infinity')::text AS start, coalesce(end_time, 'infinity')::text AS "end",
            coalesce(last_start, 'infinity')::text AS "lastStart", coalesce(last_id, 0) AS "lastId",
            attempts
       ${DUE} ORDER BY id LIMIT 1 FOR UPDATE`,
  );
  const [job] = due;
  if (!job) return null;
  const size = Math.max(1, Math.floor(limit / 2 ** job.attempts));
  // Not joined, so that PostgreSQL reads the index in this order and stops after the limit.
  const { rows } = await client.query<{ id: number; start: string }>(
    `${MARK} SELECT s.id, s.start_time AS start FROM spans s
      WHERE s.project_id = $1 AND s.kind IN ${CALL_KINDS_SQL} AND s.start_time >= $2 AND s.start_time < $3
        AND (s.start_time, s.id) < ($4::timestamptz, $5::bigint)
      ORDER BY s.start_time DESC, s.id DESC LIMIT $6`,
    [job.projectId, job.start, job.end, job.lastStart, job.lastId, size],
  );
  const { id, attempts } = job;
  return { id, spanIds: rows.map((row) => row.id), last: rows.at(-1) ?? null, attempts };
}

/** Records that spans were priced. Without any, the recalculation is finished. */
export async function advanceRecalculation(
  client: pg.ClientBase,
  { id, spanIds, last }: RecalculationBatch,
): Promise<void> {
  await client.query(
    `${MARK} UPDATE cost_recalculations
        SET priced_count = priced_count + $2, last_start = coalesce($3, last_start),
            last_id = coalesce($4, last_id), attempts = greatest(attempts - 1, 0), retry_at = NULL,
            error = NULL,
            finished_at = CASE WHEN $2 = 0 THEN now() END
      WHERE id = $1`,
    [id, spanIds.length, last?.start ?? null, last?.id ?? null],
  );
}

const PAUSE = `interval '5 s'`;

/** Lets a recalculation wait before it tries again with fewer spans. */
export async function postponeRecalculation(
  client: pg.ClientBase,
  id: number,
  error: string,
): Promise<void> {
  await client.query(
    `${MARK} UPDATE cost_recalculations
        SET attempts = attempts + 1, error = $2, retry_at = now() + ${PAUSE}
      WHERE id = $1`,
    [id, error],
  );
}

/** Skips spans that cannot be priced. After too many, the recalculation fails. */
export async function skipSpans(
  client: pg.ClientBase,
  { id, spanIds, last }: RecalculationBatch,
  { error, maxSkipped }: { error: string; maxSkipped: number },
): Promise<void> {
  await client.query(
    `${MARK} UPDATE cost_recalculations
        SET skipped_count = skipped_count + $2, last_start = coalesce($3, last_start),
            last_id = coalesce($4, last_id), error = $5, retry_at = now() + ${PAUSE},
            finished_at = CASE WHEN skipped_count + $2 >= $6 THEN now() ELSE finished_at END
      WHERE id = $1`,
    [id, spanIds.length, last?.start ?? null, last?.id ?? null, error, maxSkipped],
  );
}
