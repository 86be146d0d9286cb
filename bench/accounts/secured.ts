import { createHash, randomBytes } from 'node:crypto';
import { withClient } from '../ingest/bare-copy.js';

/** Password of `admin@localhost` on the benchmarks' secured servers. */
export const ADMIN_PASSWORD = 'correct horse battery staple';

/** Variables that turn on authentication. */
export const SECURED = {
  SPANDREL_ENABLE_AUTH: 'true',
  SPANDREL_SECRET: randomBytes(32).toString('hex').replace(/^../, 'a1'),
  SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: ADMIN_PASSWORD,
};

/** Creates a system key directly in the database, as the server would. */
export async function createSystemKey(databaseUrl: string): Promise<string> {
  const key = `spd_${randomBytes(32).toString('hex').slice(0, 43)}`;
  const hash = createHash('sha256').update(key).digest();
  await withClient(databaseUrl, (client) =>
    client.query(
      `INSERT INTO api_keys (user_id, name, prefix, key_hash)
       SELECT id, 'benchmark', $1, $2 FROM users WHERE role = 'SYSTEM'`,
      [key.slice(0, 12), hash],
    ),
  );
  return key;
}
