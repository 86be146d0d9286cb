import { FAILURE, type FaultySource, GARBAGE, startFaultySource } from './faulty-source.js';
import { freePort } from '../support/child-server.js';

// The importer waits longer after each attempt.
describe('npm run admin -- import phoenix, from a server with faults', () => {
  let faulty: FaultySource;

  beforeEach(async () => {
    faulty = await startFaultySource();
  });
  afterEach(() => faulty.stop());

  it.each([
    ['asks to wait', { status: 429, headers: { 'Retry-After': '1' }, body: 'Slow down.' }],
    ['fails', FAILURE],
    ['responds with garbage', GARBAGE],
    ['breaks off', 'cut' as const],
  ])(
    'tries again if the other server %s',
    (_, fault) => faulty.expectImport(() => fault, 2),
    120_000,
  );

  it('says in words that the other server responded with 500 to every attempt', async () => {
    await faulty.expectRefusal(FAILURE, 'with 500: Out of order.');
  }, 120_000);

  it('refuses an address without a server', async () => {
    const { code, stdout, stderr } = await faulty.run(`http://127.0.0.1:${await freePort()}`);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/does not respond: .*ECONNREFUSED/);
  }, 120_000);
});
