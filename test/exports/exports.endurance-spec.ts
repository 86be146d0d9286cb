import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnAdmin } from '../support/admin.js';
import { startTestServer } from '../support/server.js';
import { fillLargeProject } from './large-project.js';

describe('npm run admin -- export', () => {
  it('needs little memory for a large project', async () => {
    const server = await startTestServer();
    const directory = await mkdtemp(join(tmpdir(), 'spandrel-export-'));
    const file = (format: string) => join(directory, `large.${format}`);
    await fillLargeProject(server, 40);
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
