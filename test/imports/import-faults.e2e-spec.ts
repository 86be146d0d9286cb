import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { admin } from '../support/admin.js';
import type { Fault } from '../support/faulty-proxy.js';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  FAILURE,
  type FaultySource,
  GARBAGE,
  type RequestKind,
  startFaultySource,
} from './faulty-source.js';

describe('npm run admin -- import phoenix, from a server with faults', () => {
  let faulty: FaultySource;

  beforeEach(async () => {
    faulty = await startFaultySource();
  });
  afterEach(() => faulty.stop());

  it('tries again if the other server fails, responds with garbage or breaks off', async () => {
    const faults: Record<RequestKind, Fault | 'cut'> = {
      '/runs': FAILURE,
      '/json': GARBAGE,
      '/jsonl': 'cut',
      '/graphql': FAILURE,
    };
    // One request of each kind, because the importer waits after each.
    await faulty.expectImport((kind) => faults[kind], 1);
  }, 120_000);

  it.each([
    [403, 'Forbidden', 'with 403: Forbidden. The user of the API key must be allowed to read'],
    [401, 'Invalid token', 'with 401: Invalid token. Give an API key with --api-key.'],
  ])('says in words that the other server responded with %s', async (status, body, words) => {
    await faulty.expectRefusal({ status, body }, words);
  });
});

describe('npm run admin -- import phoenix, from a server with authentication', () => {
  let source: SecuredServer;
  let target: TestServer;

  beforeAll(async () => {
    source = await startSecuredServer();
    target = await startTestServer();
  });
  afterAll(async () => {
    await source.stop();
    await target.stop();
  });

  const run = (...more: string[]) =>
    admin(['import', 'phoenix', '--url', source.url, ...more], {
      SPANDREL_DATABASE_URL: target.databaseUrl,
    });

  it('can read everything with the key of a viewer', async () => {
    const { code, stdout } = await run('--api-key', source.accounts.VIEWER.key);
    expect([code, stdout]).toEqual([0, expect.stringContaining('annotation configs: 0, and 1')]);
  });

  it.each([
    ['no key', [], 'Give an API key with --api-key.'],
    ['a wrong key', ['--api-key', 'wrong'], 'The API key is wrong or has expired.'],
  ])('says what is wrong with %s', async (_, key, words) => {
    const { code, stdout, stderr } = await run(...key);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^GET \/v1\/projects was refused with 401: [^\n]+\n$/);
    expect(stderr).toContain(words);
  });
});
