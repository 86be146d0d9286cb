import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Headers with the credentials of those who read. */
export interface Callers {
  full: Record<string, string>;
  /** Somebody who cannot see every project; null if nobody is limited. */
  limited: Record<string, string> | null;
}

/** Without authentication. */
export const OPEN: Callers = { full: {}, limited: null };

/** Private projects that the limited caller cannot see. */
const HIDDEN_PROJECTS = 20;

/** Creates an administrator, and a member from whom some projects are hidden. */
export async function createCallers(client: pg.Client): Promise<Callers> {
  await client.query(
    `INSERT INTO projects (name, name_folded, is_private)
     SELECT 'hidden ' || n, 'hidden ' || n, true FROM generate_series(1, $1) n
     ON CONFLICT DO NOTHING`,
    [HIDDEN_PROJECTS],
  );
  return { full: await createKey(client, 'ADMIN'), limited: await createKey(client, 'MEMBER') };
}

async function createKey(client: pg.Client, role: string): Promise<Record<string, string>> {
  const key = `spd_${randomBytes(32).toString('hex').slice(0, 43)}`;
  const name = `bench-${randomBytes(4).toString('hex')}`;
  await client.query(
    `WITH u AS (INSERT INTO users (username, email, role, auth_method, password_hash)
                VALUES ($1, $1 || '@example.com', $2, 'LOCAL', '!') RETURNING id)
     INSERT INTO api_keys (user_id, name, prefix, key_hash)
     SELECT id, 'bench', $3, $4 FROM u`,
    [name, role, key.slice(0, 12), createHash('sha256').update(key).digest()],
  );
  return { authorization: `Bearer ${key}` };
}
