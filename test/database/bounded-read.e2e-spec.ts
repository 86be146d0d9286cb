import { runFiguresRead, runBoundedRead } from '../../src/database/bounded-read.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('a bounded read', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('returns the rows if it finishes in time', async () => {
    const rows = await runBoundedRead(server.reader, 'SELECT $1::text AS found', ['it']);
    expect(rows).toEqual([{ found: 'it' }]);
  });

  it('ends if it takes too long, and leaves the connection unchanged', async () => {
    const reads = Array.from({ length: 12 }, () =>
      runBoundedRead(server.reader, 'SELECT pg_sleep(60)', [], 0.1),
    );
    for (const read of reads) await expect(read).rejects.toThrow('takes longer than 0.1 seconds');
    const timeouts = await Promise.all(
      Array.from({ length: 12 }, () => server.sql('SHOW statement_timeout')),
    );
    expect(new Set(timeouts.map((rows) => JSON.stringify(rows)))).toEqual(
      new Set(['[{"statement_timeout":"0"}]']),
    );
  });

  it('leaves connections for others, however many reads run', async () => {
    const ends: string[] = [];
    const reads = Array.from({ length: 20 }, async () => {
      await runBoundedRead(server.reader, 'SELECT pg_sleep(0.3)', []);
      ends.push('bounded');
    });
    await server.sql('SELECT 1');
    ends.push('other');
    await Promise.all(reads);
    expect(ends[0]).toBe('other');
    expect(ends).toHaveLength(21);
  });

  it('does not wait for figures, however many are read', async () => {
    const ends: string[] = [];
    const read = async (kind: string, run: typeof runBoundedRead) => {
      await run(server.reader, 'SELECT pg_sleep(0.3)', []);
      ends.push(kind);
    };
    const figures = Array.from({ length: 10 }, () => read('figures', runFiguresRead));
    await Promise.all([...figures, read('list', runBoundedRead), read('list', runBoundedRead)]);
    expect(ends.slice(0, 5).filter((kind) => kind === 'list')).toHaveLength(2);
    expect(ends).toHaveLength(12);
  });

  it('passes other errors on', async () => {
    await expect(runBoundedRead(server.reader, 'SELECT 1 / 0', [])).rejects.toThrow(
      'division by zero',
    );
  });
});
