import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { getSqlState, isTransient } from '../../kernel/errors/database-errors.js';

/** Traces to count the spans of at a time. Few, because their rows are locked for as long. */
const CHUNK = 2_000;

const LOCK_NOT_AVAILABLE = '55P03';

/** How often to try a chunk while servers that go on hold its rows, and how long to wait in between. */
const MAX_TRIES = 600;
const RETRY_MS = 100;

/**
 * How many spans have tokens, and how many of these no model prices, as columns of traces and sums of
 * rollups, and rollups of the models that have no price (docs/adr/0092-what-is-not-priced.md).
 *
 * Stored traces are counted in steps, while servers go on. It takes time in proportion to the traces with
 * model calls, each of which is written again: 10 s for 40,000 of them on two cores that had much else to do,
 * and 0.5 s once they are counted, if this runs again. The rollups are computed again in the background,
 * newest first; until then, figures are read from rows.
 */
export class UnpricedRollups1764702092000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    for (let from = '0'; ;) {
      const [chunk] = (await runner.query(NEXT, [from])) as [{ last: string | null }];
      if (chunk.last === null) break;
      await count(runner, [from, chunk.last]);
      from = chunk.last;
    }
    await runner.query('UPDATE quarter_rollups SET changed_at = now() WHERE changed_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS unpriced_rollups');
    await runner.query('DROP TABLE IF EXISTS dropped_unpriced');
    await runner.query(
      `ALTER TABLE traces DROP COLUMN IF EXISTS token_span_count,
         DROP COLUMN IF EXISTS unpriced_span_count`,
    );
    for (const table of SUMMED) {
      await runner.query(
        `ALTER TABLE ${table} DROP COLUMN IF EXISTS trace_token_span_count,
           DROP COLUMN IF EXISTS trace_unpriced_span_count`,
      );
    }
    for (const table of OF_MODELS) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN IF EXISTS span_count`);
    }
  }
}

/** A chunk that is locked is tried again alone, because starting over would meet the next lock. */
async function count(runner: QueryRunner, range: [from: string, last: string]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await runner.query(COUNT, range);
      return;
    } catch (error) {
      const isLocked = getSqlState(error) === LOCK_NOT_AVAILABLE || isTransient(error);
      if (!isLocked || tries === MAX_TRIES) throw error;
      await sleep(RETRY_MS);
    }
  }
}

const SUMMED = ['quarter_rollups', 'day_rollups', 'dropped_minutes'];

const OF_MODELS = ['model_rollups', 'dropped_models'];

const OF_MODEL = `
     provider text COLLATE "C" NOT NULL,
     model_name text COLLATE "C" NOT NULL,
     span_count bigint NOT NULL,
     prompt_tokens double precision NOT NULL,
     completion_tokens double precision NOT NULL`;

const TABLES = [
  `ALTER TABLE traces
     ADD COLUMN IF NOT EXISTS token_span_count integer,
     ADD COLUMN IF NOT EXISTS unpriced_span_count integer`,
  ...SUMMED.map(
    (table) =>
      `ALTER TABLE ${table}
         ADD COLUMN IF NOT EXISTS trace_token_span_count bigint,
         ADD COLUMN IF NOT EXISTS trace_unpriced_span_count bigint`,
  ),
  ...OF_MODELS.map((table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS span_count bigint`),
  `CREATE TABLE IF NOT EXISTS unpriced_rollups (
     project_id bigint NOT NULL,
     quarters smallint NOT NULL,
     quarter integer NOT NULL,${OF_MODEL},
     CONSTRAINT unpriced_rollups_pkey
       PRIMARY KEY (project_id, quarters, quarter, provider, model_name)
   )`,
  `CREATE TABLE IF NOT EXISTS dropped_unpriced (
     project_id bigint NOT NULL,
     minute timestamptz NOT NULL,${OF_MODEL},
     CONSTRAINT dropped_unpriced_pkey PRIMARY KEY (project_id, minute, provider, model_name),
     CONSTRAINT dropped_unpriced_project_id_fkey FOREIGN KEY (project_id)
       REFERENCES projects (id) ON DELETE CASCADE
   )`,
];

const NEXT = `SELECT max(id) AS last FROM (SELECT id FROM traces WHERE id > $1 ORDER BY id LIMIT ${CHUNK}) t`;

/** Traces without tokens have no spans to count. */
const COUNT = `
  UPDATE traces t SET token_span_count = c.tokens, unpriced_span_count = c.unpriced
    FROM (SELECT c.trace_id, count(*) AS tokens, count(*) FILTER (WHERE c.model_id IS NULL) AS unpriced
            FROM traces k JOIN span_costs c ON c.trace_id = k.trace_id
           WHERE k.id > $1 AND k.id <= $2 AND k.token_span_count IS NULL
             AND c.prompt_tokens + c.completion_tokens > 0
           GROUP BY c.trace_id) c
   WHERE t.trace_id = c.trace_id AND t.token_span_count IS NULL`;
