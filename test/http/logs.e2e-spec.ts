import { type ChildServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

interface LogLine {
  msg: string;
  context?: string;
  requestId?: string;
  [field: string]: unknown;
}

describe('the log', () => {
  let database: TestDatabase;
  let server: ChildServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startChildServer({
      env: {
        SPANDREL_DATABASE_URL: database.url,
        SPANDREL_LOGGING_LEVEL: 'debug',
        SPANDREL_LOGGING_MODE: 'structured',
        SPANDREL_TRUSTED_PROXIES: '127.0.0.0/8',
      },
      // Other tests of output and signals start the server from a bundle.
      asShipped: true,
    });
  });
  afterAll(async () => {
    await server.kill('SIGTERM');
    await database.drop();
  });

  const lines = (): LogLine[] =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);

  const lineOf = (requestId: string, msg: string): Promise<LogLine> =>
    eventually(`line "${msg}" of ${requestId}`, () =>
      Promise.resolve(lines().find((line) => line.requestId === requestId && line.msg === msg)),
    );

  it('contains each request, its sender and its result', async () => {
    await fetch(`${server.url}/v1/nothing?token=x`, {
      method: 'DELETE',
      headers: { 'x-request-id': 'asked-1', 'x-forwarded-for': '198.51.100.1, 203.0.113.7' },
    });
    expect(await lineOf('asked-1', 'answered')).toMatchObject({
      context: 'access',
      level: 'debug',
      method: 'DELETE',
      path: '/v1/nothing',
      status: 404,
      ms: expect.any(Number),
      address: '203.0.113.7',
    });
  });

  it('says why a request was refused', async () => {
    await fetch(`${server.url}/v1/projects?token=x`, {
      method: 'POST',
      headers: { 'x-request-id': 'refused-1', origin: 'https://evil.com' },
    });
    expect(await lineOf('refused-1', 'request refused')).toMatchObject({
      level: 'warn',
      reason: 'origin',
      source: 'https://evil.com',
      path: '/v1/projects',
    });
    expect(await lineOf('refused-1', 'answered')).toMatchObject({ status: 401 });
  });

  it('is not flooded by repeated refusals', async () => {
    const count = 60;
    for (let at = 0; at < count; at += 1) {
      await fetch(`${server.url}/v1/projects`, {
        method: 'POST',
        headers: { referer: 'https://evil.com/secret-of-a-page', 'x-request-id': `flood-${at}` },
      });
    }
    await lineOf(`flood-${count - 1}`, 'answered');
    const refused = lines().filter(
      ({ msg, reason }) => msg === 'request refused' && reason === 'referer',
    );
    expect(refused).toHaveLength(20);
    expect(refused[0]?.['source']).toBe('https://evil.com');
  });

  it('contains no credentials', async () => {
    const canary = 'canary-7f3a';
    const headers = {
      authorization: `Bearer ${canary}-bearer`,
      cookie: `spandrel-access-token=${canary}-cookie`,
      'content-type': 'application/json',
      'x-request-id': 'proof-1',
    };
    await fetch(`${server.url}/v1/projects?token=${canary}-query`, { headers });
    await fetch(`${server.url}/auth/login?code=${canary}-code`, {
      method: 'POST',
      headers: { ...headers, 'x-request-id': 'proof-2' },
      body: JSON.stringify({ email: 'a@example.com', password: `${canary}-password` }),
    });
    await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'x-request-id': 'proof-3' },
      body: `{"query": "{ __typename }", "variables": {"password": "${canary}-variable"}`,
    });
    await lineOf('proof-3', 'answered');
    expect(server.output()).not.toContain(canary);
  });

  it('tells of the start and of the end on SIGTERM', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('OK');
    expect(await server.kill('SIGTERM')).toBe(0);
    const told = lines().filter(({ level, requestId }) => level === 'info' && !requestId);
    const messages = told.map(({ msg }) => msg);
    const ready = messages.indexOf(`Spandrel is ready at ${server.url}`);
    expect(messages.slice(ready)).toEqual([
      `Spandrel is ready at ${server.url}`,
      'Its data is in the database in SPANDREL_DATABASE_URL',
      'Ctrl-C or SIGTERM stops it',
      'SIGTERM: storing accepted requests, then stopping',
      'Stopped',
    ]);
  });
});
