import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnAdmin } from '../support/admin.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer } from '../support/server.js';

describe('npm run admin -- export', () => {
  it('needs little memory for a large project', async () => {
    const server = await startTestServer();
    const directory = await mkdtemp(join(tmpdir(), 'spandrel-export-'));
    const file = (format: string) => join(directory, `large.${format}`);
    const spans = Array.from({ length: 100 }, () => ({
      project: 'large',
      attributes: { 'input.value': 'x'.repeat(20_000) },
    }));
    await sendTraces(server.url, spans);
    // Copies are stored much faster than spans are sent.
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                          start_time, end_time, attributes, payload_id, payload_start, payload_length)
       SELECT trace_id, span_id || n, project_id, name, kind, status_code, status_message,
              start_time, end_time, attributes, payload_id, payload_start, payload_length
         FROM spans CROSS JOIN generate_series(1, 39) n
        WHERE project_id = (SELECT id FROM projects WHERE name = 'large')`,
    );
    for (const format of ['otlp', 'parquet']) {
      const { code, stdout, stderr } = await spawnAdmin(
        ['export', '--project', 'large', '--format', format, '--out', file(format)],
        { SPANDREL_DATABASE_URL: server.databaseUrl, NODE_OPTIONS: '--max-old-space-size=160' },
      ).outcome;
      expect([code, stdout, stderr]).toEqual([0, 'Exported 4,000 spans.\n', expect.anything()]);
    }
    expect((await stat(file('otlp'))).size).toBeGreaterThan(80_000_000);
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }, 120_000);
});
