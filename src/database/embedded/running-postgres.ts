import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { buildClusterUrl } from './cluster.js';
import { readPassword } from './password.js';

/** The line with the port, after the process, directory and start time. */
const PORT_LINE = 3;

/**
 * Returns the URL of the embedded PostgreSQL that another process on this machine runs on a data
 * directory; null if none accepts connections.
 */
export async function runningPostgres(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(text.split('\n')[PORT_LINE]);
  const password = await readPassword(dataDir);
  if (!Number.isInteger(port) || port <= 0 || password === undefined) return null;
  const url = buildClusterUrl(port, password);
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return url;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
