import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { findCitus } from '../scale/postgres-node.js';
import { PostgresNodes } from '../scale/postgres-nodes.js';

/** The database that is measured. */
export interface Database {
  url: string;
  stop: () => Promise<void>;
}

/** Starts the embedded PostgreSQL, with its data in a directory. */
export function startSingle(directory: string): Promise<Database> {
  return startEmbeddedPostgres({ dataDir: join(directory, 'data'), log: () => undefined });
}

/**
 * Starts a Citus cluster, whose data is deleted when it stops.
 * @throws if Citus is not installed.
 */
export async function startCluster(workers: number, firstPort: number): Promise<Database> {
  const installation = await findCitus();
  if (!installation) {
    throw new Error(
      'A cluster needs a PostgreSQL with the extension citus; PG_CONFIG is its pg_config.',
    );
  }
  const nodes = await PostgresNodes.prepare(installation, firstPort);
  try {
    const [coordinator] = await nodes.startCluster(workers);
    return { url: coordinator.url, stop: () => nodes.stop() };
  } catch (error) {
    await nodes.stop();
    throw error;
  }
}
