import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropIndexConcurrently } from '../../kernel/sql/concurrent-index.js';

/** Few enough that each transaction takes a moment. */
const STEP = 1_000;

const TABLES = ['session_annotations', 'annotation_queue_items'];

/**
 * Splits the sessions with traces in several projects: each of these projects gets one, and their times become
 * those of their own traces. Annotations stay with the session that there was. Looks through the index of the
 * sessions of all traces, about a second for a million traces, and then splits 1,000 sessions at a time.
 */
export class SplitSessions1764702162000 implements MigrationInterface {
  readonly transaction = false;
  /** As the migration before, of which this is the rest. */
  readonly isBreaking = true;

  async up(runner: QueryRunner): Promise<void> {
    const ids = await findShared(runner);
    for (let from = 0; from < ids.length; from += STEP) {
      await split(runner, ids.slice(from, from + STEP));
    }
    // A session that was moved while somebody annotated it.
    await runner.query(
      `UPDATE session_annotations a SET project_id = s.project_id FROM project_sessions s
        WHERE s.id = a.target_id AND s.session_id = a.session_id AND s.project_id <> a.project_id`,
    );
    await runner.query(
      `DELETE FROM annotation_queue_items i USING annotation_queues q
        WHERE q.id = i.queue_id AND i.session_id IS NOT NULL AND i.project_id IS NULL
          AND NOT EXISTS (SELECT FROM project_sessions s
                           WHERE s.session_id = i.session_id AND s.project_id = q.project_id)`,
    );
    await runner.query(
      `UPDATE annotation_queue_items i SET project_id = q.project_id FROM annotation_queues q
        WHERE q.id = i.queue_id AND i.session_id IS NOT NULL AND i.project_id IS NULL`,
    );
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_session_fkey`);
    }
    await dropIndexConcurrently(runner, 'traces_session');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX IF NOT EXISTS traces_session ON traces (session_id, start_time)
         WHERE session_id IS NOT NULL`,
    );
  }
}

/** Finds the IDs of sessions that lack one in a project with some of their traces. */
async function findShared(runner: QueryRunner): Promise<string[]> {
  // Traces may be on other servers than sessions.
  const rows = (await runner.query(
    `WITH used AS MATERIALIZED (
       SELECT session_id, project_id FROM traces WHERE session_id IS NOT NULL
        GROUP BY session_id, project_id)
     SELECT DISTINCT session_id AS id FROM used u
      WHERE NOT EXISTS (SELECT FROM project_sessions s
                         WHERE s.session_id = u.session_id AND s.project_id = u.project_id)
      ORDER BY 1`,
  )) as { id: string }[];
  return rows.map(({ id }) => id);
}

/** Gives each project with traces of these sessions its own, with the times of its traces. */
async function split(runner: QueryRunner, ids: readonly string[]): Promise<void> {
  const times = (await runner.query(
    `SELECT session_id AS id, project_id AS project, min(start_time)::text AS "start", max(end_time)::text AS "end"
       FROM traces WHERE session_id = ANY ($1) GROUP BY session_id, project_id`,
    [ids],
  )) as { id: string; project: number; start: string; end: string }[];
  await runner.query(
    `INSERT INTO project_sessions AS s (session_id, project_id, start_time, end_time)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::timestamptz[])
         AS t (session_id, project_id, start_time, end_time)
      ORDER BY project_id, session_id COLLATE "C"
     ON CONFLICT (session_id, project_id) DO UPDATE SET
       start_time = excluded.start_time, end_time = excluded.end_time`,
    [
      times.map(({ id }) => id),
      times.map(({ project }) => project),
      times.map(({ start }) => start),
      times.map(({ end }) => end),
    ],
  );
}
