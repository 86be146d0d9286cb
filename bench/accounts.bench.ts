/**
 * Measures how long sign-in takes, how fast a locked account is refused, and how fast many users are
 * listed, against a server in a separate process.
 * Run: `npm run bench:accounts`
 *
 * Settings: BENCH_USERS (10000), BENCH_LOGINS (400), BENCH_PORT (7800).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { ADMIN_PASSWORD, SECURED } from './accounts/secured.js';
import { withClient } from './ingest/bare-copy.js';
import { ServerProcess } from './ingest/server-process.js';

const USERS = Number(process.env['BENCH_USERS'] ?? 10_000);
const LOGINS = Number(process.env['BENCH_LOGINS'] ?? 400);
const PORT = Number(process.env['BENCH_PORT'] ?? 7800);
const AT_ONCE = 20;

const directory = await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  log: () => undefined,
});
try {
  const server = await ServerProcess.start(postgres.url, PORT, {
    ...SECURED,
    // All sign-ins of this benchmark come from one address.
    SPANDREL_DISABLE_RATE_LIMIT: 'true',
  });
  try {
    await createUsers();
    await measure(server.url);
  } finally {
    await server.stop();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

/**
 * All users have the administrator's password, because the benchmark measures verifying hashes, not
 * creating them.
 */
async function createUsers(): Promise<void> {
  await withClient(postgres.url, (client) =>
    client.query(
      `INSERT INTO users (username, email, role, auth_method, password_hash)
       SELECT 'user ' || n, 'user-' || n || '@example.com', 'MEMBER', 'LOCAL',
              (SELECT password_hash FROM users WHERE email = 'admin@localhost')
       FROM generate_series(1, $1) AS n`,
      [USERS],
    ),
  );
  await withClient(postgres.url, (client) =>
    client.query('UPDATE users SET password_needs_reset = false'),
  );
}

async function measure(url: string): Promise<void> {
  const login = (email: string, password: string) =>
    fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });

  const user = (n: number) => `user-${(n % USERS) + 1}@example.com`;
  await timed(AT_ONCE, AT_ONCE, (n) => login(user(n), ADMIN_PASSWORD), 204);
  report(
    `sign-in, ${AT_ONCE} at once`,
    await timed(LOGINS, AT_ONCE, (n) => login(user(n), ADMIN_PASSWORD), 204),
  );
  report(
    `sign-in to one account, ${AT_ONCE} at once`,
    await timed(LOGINS, AT_ONCE, () => login('admin@localhost', ADMIN_PASSWORD), 204),
  );
  report('wrong password', await timed(50, 1, (n) => login(user(n + 1_000), 'wrong'), 401));
  report('unknown address', await timed(50, 1, (n) => login(`nobody-${n}@x.yz`, 'wrong'), 401));
  for (let n = 0; n < 5; n++) await login('locked@example.com', 'wrong');
  report('locked account', await timed(200, 1, () => login('locked@example.com', 'wrong'), 429));

  const cookies = (await login('admin@localhost', ADMIN_PASSWORD)).headers.getSetCookie();
  const headers = {
    cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    'content-type': 'application/json',
  };
  const first = JSON.stringify({ query: usersPage(0) });
  const middle = JSON.stringify({ query: usersPage(USERS / 2) });
  const query = (body: string) => fetch(`${url}/graphql`, { method: 'POST', headers, body });
  report('users, first page, GraphQL', await timed(200, 1, () => query(first), 200));
  report('users, page in the middle, GraphQL', await timed(200, 1, () => query(middle), 200));
  const list = () => fetch(`${url}/v1/users?limit=100`, { headers });
  report('users, first 100, REST', await timed(200, 1, list, 200));
}

function usersPage(offset: number): string {
  const after = Buffer.from(`connection:${offset}`).toString('base64');
  return `{ users(first: 50, after: "${after}") { edges { node {
    id username email createdAt authMethod role { name } apiKeyCount } } } }`;
}

/** Returns how many milliseconds each call took, ascending. @throws if a response is unexpected. */
async function timed(
  calls: number,
  atOnce: number,
  call: (n: number) => Promise<Response>,
  status: number,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < calls; n = next++) {
      const begun = performance.now();
      const response = await call(n);
      const text = await response.text();
      times.push(performance.now() - begun);
      if (response.status !== status || text.includes('"errors"')) {
        throw new Error(`${response.status} instead of ${status}: ${text.slice(0, 300)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return times.toSorted((a, b) => a - b);
}

function report(name: string, times: number[]): void {
  const at = (q: number) => `${(times[Math.floor(times.length * q)] ?? Number.NaN).toFixed(1)} ms`;
  process.stdout.write(
    `${name.padEnd(40)}p50 ${at(0.5).padStart(9)}   p95 ${at(0.95).padStart(9)}\n`,
  );
}
