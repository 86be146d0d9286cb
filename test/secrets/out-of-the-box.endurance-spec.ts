import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '../support/child-server.js';

const SECRET = 'a-secret-of-32-characters-0123456789';
/** The start of a new server, without colors and times. */
function expectBriefStart(server: ChildServer, dataDir: string): void {
  const lines = server.output().trim().split('\n');
  const told = lines.map((line) => line.replace(/^\[[\d:.]+\] INFO: /, ''));
  const ready = told.indexOf(`Spandrel is ready at ${server.url}`);
  expect(told.slice(ready, ready + 3)).toEqual([
    `Spandrel is ready at ${server.url}`,
    `Its data is in ${dataDir}`,
    'Ctrl-C or SIGTERM stops it',
  ]);
  expect(told.filter((line) => line.includes('migration'))).toEqual([
    expect.stringMatching(/^the tables have been created: \d+ migrations in \d+\.\d s$/),
  ]);
  // A machine may need two more lines about an account that cannot reach the files.
  expect(ready).toBeLessThan(5);
}

const READABLE = `{ secrets { edges { node { key value { __typename } } } } }`;

describe('secrets on a server without configuration', () => {
  let dataDir: string;
  const running: ChildServer[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spandrel-box-'));
    // When run as root, PostgreSQL uses a separate account, which needs access to this folder.
    await chmod(dataDir, 0o755);
  });
  afterAll(async () => {
    for (const server of running) await server.kill('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async (env: Record<string, string> = {}): Promise<ChildServer> => {
    const server = await startChildServer({ env: { SPANDREL_WORKING_DIR: dataDir, ...env } });
    running.push(server);
    return server;
  };
  const stop = (server: ChildServer) => {
    running.splice(running.indexOf(server), 1);
    return server.kill('SIGTERM');
  };
  const readable = async (server: ChildServer, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: READABLE }),
    });
    return response.json();
  };
  const one = {
    data: {
      secrets: { edges: [{ node: { key: 'A', value: { __typename: 'DecryptedSecret' } } }] },
    },
  };

  it('are sealed with a generated secret, which remains valid after one is configured', async () => {
    const first = await start();
    const response = await fetch(`${first.url}/v1/secrets`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secrets: [{ key: 'A', value: 'x' }] }),
    });
    expect(response.status).toBe(200);
    expect(await readable(first)).toEqual(one);
    const file = join(dataDir, 'spandrel.secret');
    const made = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await stop(first);
    expect(first.output()).not.toContain(made.trim());
    expectBriefStart(first, dataDir);

    const adminSecret = 'admin-secret-0123456789-abcdefghijklmn';
    const second = await start({
      SPANDREL_ENABLE_AUTH: 'true',
      SPANDREL_SECRET: SECRET,
      SPANDREL_ADMIN_SECRET: adminSecret,
    });
    expect(await readable(second, { authorization: `Bearer ${adminSecret}` })).toEqual(one);
    expect(second.output()).toContain('sealed with the newest secret');
    expect(await readFile(file, 'utf8')).toBe(made);
    await stop(second);
  }, 120_000);
});
