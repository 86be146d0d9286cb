import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { admin } from '../support/admin.js';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { ExperimentMaker, readExperiments } from './experiment-maker.js';

const KINDS = ['/runs', '/json', '/jsonl', '/graphql'];

describe('npm run admin -- import phoenix, from a server with faults', () => {
  let source: TestServer;
  let target: TestServer;
  let proxy: FaultyProxy;

  beforeEach(async () => {
    source = await startTestServer();
    target = await startTestServer();
    proxy = await startFaultyProxy(source.url);
    const maker = new ExperimentMaker(source);
    await maker.experiment(await maker.upload('capitals', 4));
  });
  afterEach(async () => {
    await proxy.stop();
    await source.stop();
    await target.stop();
  });

  const run = () =>
    admin(['import', 'phoenix', '--url', proxy.url], { SPANDREL_DATABASE_URL: target.databaseUrl });

  it.each([
    ['asks to wait', { status: 429, headers: { 'Retry-After': '1' }, body: 'Slow down.' }],
    ['fails', { status: 500, body: 'Out of order' }],
    ['responds with garbage', { status: 200, body: '<html>Welcome</html>' }],
    ['breaks off', 'cut' as const],
  ])(
    'tries again if the other server %s',
    async (_, fault) => {
      /** Two requests of each kind, because the importer waits after each. */
      const broken = new Map<string, Set<string>>(KINDS.map((kind) => [kind, new Set()]));
      proxy.answer = (path, body) => {
        const kind = KINDS.find((name) => path.split('?')[0]!.endsWith(name));
        const requests = broken.get(kind ?? '');
        const key = `${path} ${body}`;
        if (!requests || requests.has(key) || requests.size === 2) return null;
        requests.add(key);
        return fault;
      };
      const { code, stdout } = await run();
      expect([code, stdout]).toEqual([0, expect.stringContaining('experiments: 1\n')]);
      expect([...broken.values()].filter(({ size }) => size === 0)).toEqual([]);
      proxy.answer = () => null;
      expect(await readExperiments(target, 'capitals')).toEqual(
        await readExperiments(source, 'capitals'),
      );
    },
    120_000,
  );

  it.each([
    [403, 'Forbidden', 'with 403: Forbidden. The user of the API key must be allowed to read'],
    [401, 'Invalid token', 'with 401: Invalid token. Give an API key with --api-key.'],
    [500, 'Out of order', 'with 500: Out of order.'],
  ])(
    'says in words that the other server responded with %s',
    async (status, body, words) => {
      proxy.answer = (path) => (path.includes('/runs?') ? { status, body } : null);
      const { code, stdout, stderr } = await run();
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/GET \/v1\/experiments\/\S+\/runs was refused /);
      expect(stderr).toContain(words);
    },
    120_000,
  );
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
