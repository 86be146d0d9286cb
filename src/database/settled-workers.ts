import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Distributed } from '../kernel/sql/distribution.js';
import { UnavailableError } from '../kernel/errors/errors.js';

/** The names of transactions that each worker has prepared and not yet committed; null if it does not respond. */
const PREPARED = `
  SELECT CASE WHEN success THEN result::json END AS names FROM run_command_on_workers($$
    SELECT coalesce(json_agg(gid), '[]') FROM pg_prepared_xacts
     WHERE gid LIKE 'citus\\_%' AND database = current_database() $$)`;

const POLL_MS = 20;
const PATIENCE_MS = 1_000;

/**
 * Waits until workers show all rows of transactions that have committed. A cluster commits on the coordinator
 * first. So a loop that finds a mark there may not find the rows that it is about, and would forget them.
 * Call it between both.
 * @throws UnavailableError if a worker was killed in between. Citus completes what it prepared within a
 *   minute of its return.
 */
export async function waitForWorkers(client: Distributed<pg.ClientBase>): Promise<void> {
  if (!client.distribution.hasWorkers) return;
  const deadline = performance.now() + PATIENCE_MS;
  // Those that workers prepare from now on are about later marks.
  let left = await readPrepared(client);
  while (left.length > 0) {
    if (performance.now() > deadline) {
      throw new UnavailableError('A worker has not yet committed what the coordinator has.');
    }
    await sleep(POLL_MS);
    const prepared = new Set(await readPrepared(client));
    left = left.filter((name) => prepared.has(name));
  }
}

async function readPrepared(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ names: string[] | null }>(PREPARED);
  return rows.flatMap(({ names }) => {
    if (names) return names;
    throw new UnavailableError('A worker does not respond.');
  });
}
