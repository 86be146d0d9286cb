import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin, spawnAdmin } from '../support/admin.js';
import { eventually } from '../support/eventually.js';
import { startTestServer } from '../support/server.js';
import { aSpan, request } from './otlp-documents.js';

describe('npm run admin -- import otlp', () => {
  it('continues after it was killed', async () => {
    const server = await startTestServer();
    const directory = await mkdtemp(join(tmpdir(), 'spandrel-import-'));
    const lines = Array.from({ length: 1_200 }, (_, line) =>
      JSON.stringify(request(Array.from({ length: 50 }, (__, at) => aSpan(line * 50 + at)))),
    );
    await writeFile(join(directory, 'a.jsonl'), lines.join('\n'));
    const spanIds = async () =>
      (await server.sql<{ span_id: string }>('SELECT span_id FROM spans')).map(
        ({ span_id }) => span_id,
      );
    const env = { SPANDREL_DATABASE_URL: server.databaseUrl, SPANDREL_INGEST_WRITERS: '1' };
    const first = spawnAdmin(['import', 'otlp', directory], env);
    const hasCursor = async () => (await server.sql('SELECT FROM import_cursors')).length > 0;
    await eventually('a cursor', hasCursor);
    first.process.kill('SIGKILL');
    await first.outcome;
    const [cursor] = await server.sql<{ cursor: { documents: number } }>(
      'SELECT cursor FROM import_cursors',
    );
    const stored = (await spanIds()).length;
    expect(stored).toBeLessThan(60_000);
    expect(cursor!.cursor.documents * 50).toBeLessThanOrEqual(stored);
    const second = await admin(['import', 'otlp', directory], env);
    expect([second.code, second.stderr]).toEqual([
      0,
      expect.stringContaining(`Continuing after line ${cursor!.cursor.documents} of `),
    ]);
    const left = 60_000 - stored;
    expect(second.stdout).toContain(`spans: ${left.toLocaleString('en-US')}`);
    expect(new Set(await spanIds()).size).toBe(60_000);
    expect(await server.sql('SELECT cursor FROM import_cursors')).toEqual([]);
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }, 120_000);
});
