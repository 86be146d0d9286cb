import { setTimeout as sleep } from 'node:timers/promises';
import { listCitusNodes } from './database.js';
import { eventually } from './eventually.js';
import type { Sql } from './factories/insert.js';

/** A worker of a cluster waits, which the coordinator does not show. */
const ON_CLUSTER_MS = 500;

/** Waits until a statement of a request waits for a lock that another transaction holds. */
export async function whenBlocked(database: Sql): Promise<void> {
  if (listCitusNodes().length > 0) return sleep(ON_CLUSTER_MS);
  await eventually('a statement that waits for a lock', async () => {
    // Background loops have other names.
    const rows = await database.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND application_name = 'spandrel' AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
}
