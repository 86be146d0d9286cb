import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import type { MeasuredPace } from './retention-pace.js';
import { findNextRun } from './retention-schedule.js';
import { RetentionRunEntity } from './retention-run.entity.js';

const COLUMNS = selectColumns(RetentionRunEntity, 'r');

/** More new spans than this are counted as so many. */
const MAX_ARRIVALS = 200_000;

/** Of each policy. */
const KEPT_RUNS = 100;

/** SQL for the runs of policies. */
@Injectable()
export class RetentionRunsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Lists the last run of each policy that has run. */
  listLast(policyIds: readonly number[]): Promise<RetentionRunEntity[]> {
    return this.database.query(
      `SELECT r.* FROM unnest($1::bigint[]) AS k (policy_id)
        CROSS JOIN LATERAL (
          SELECT ${COLUMNS} FROM retention_runs r
           WHERE r.policy_id = k.policy_id ORDER BY r.id DESC LIMIT 1) r`,
      [policyIds],
    );
  }

  async findUnfinished(): Promise<RetentionRunEntity | null> {
    const [run] = await this.database.query<RetentionRunEntity[]>(
      `SELECT ${COLUMNS} FROM retention_runs r WHERE r.ended_at IS NULL ORDER BY r.id LIMIT 1`,
    );
    return run ?? null;
  }

  /** Starts the policies that are due, each at most once, and sets when they are due next. */
  async startDue(now: Date): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      const due = await tx.query<{ id: number; cronExpression: string }[]>(
        `SELECT id, cron_expression AS "cronExpression" FROM retention_policies
          WHERE next_run_at <= $1 ORDER BY id FOR UPDATE SKIP LOCKED`,
        [now],
      );
      for (const { id, cronExpression } of due) {
        await tx.query('UPDATE retention_policies SET next_run_at = $2 WHERE id = $1', [
          id,
          findNextRun(cronExpression, now),
        ]);
        await this.start(tx, id);
      }
    });
  }

  /** Starts a policy, unless it is running. Forgets its oldest runs. */
  async start(tx: EntityManager, policyId: number): Promise<void> {
    await tx.query(
      `INSERT INTO retention_runs (policy_id)
       SELECT $1 WHERE NOT EXISTS (
         SELECT FROM retention_runs WHERE policy_id = $1 AND ended_at IS NULL)`,
      [policyId],
    );
    await tx.query(
      `DELETE FROM retention_runs WHERE policy_id = $1 AND id <= (
         SELECT id FROM retention_runs WHERE policy_id = $1
          ORDER BY id DESC OFFSET ${KEPT_RUNS} LIMIT 1)`,
      [policyId],
    );
  }

  async addProgress(
    tx: EntityManager,
    id: number,
    { traces = 0, spans = 0, cleared = 0 }: { traces?: number; spans?: number; cleared?: number },
  ): Promise<void> {
    await tx.query(
      `UPDATE retention_runs SET deleted_traces = deleted_traces + $2,
              deleted_spans = deleted_spans + $3, cleared_traces = cleared_traces + $4 WHERE id = $1`,
      [id, traces, spans, cleared],
    );
  }

  async setPace(
    id: number,
    { spansPerSecond, arrivingPerSecond, isBehind }: MeasuredPace,
  ): Promise<void> {
    await this.database.query(
      `UPDATE retention_runs SET spans_per_second = $2, arriving_per_second = $3, is_behind = $4
        WHERE id = $1`,
      [id, spansPerSecond, arrivingPerSecond, isBehind],
    );
  }

  /**
   * Returns a function that counts the spans which have arrived in projects since it was called last. On a
   * cluster, that is unknown, because row IDs do not tell what is new.
   */
  async countArrivals(projectIds: readonly number[]): Promise<() => Promise<number | null>> {
    if (this.database.distribution.hasWorkers) return () => Promise.resolve(null);
    const readLast = async (): Promise<number> => {
      const [row] = await this.database.query<{ id: number }[]>(
        'SELECT coalesce(max(id), 0) AS id FROM spans',
      );
      return row!.id;
    };
    let last = await readLast();
    return async () => {
      const [first, next] = [last, await readLast()];
      last = next;
      const [row] = await this.database.query<{ count: number }[]>(
        `SELECT count(*) AS count FROM (
           SELECT project_id FROM spans WHERE id > $1 AND id <= $2 LIMIT ${MAX_ARRIVALS}) s
          WHERE s.project_id = ANY($3)`,
        [first, next, projectIds],
      );
      return row!.count;
    };
  }

  async end(id: number, error: string | null): Promise<void> {
    await this.database.query(
      'UPDATE retention_runs SET ended_at = now(), error = $2, is_behind = false WHERE id = $1',
      [id, error],
    );
  }
}
