import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, startChildServer } from '../support/child-server.js';
import { createCommandLine } from '../support/command-line.js';
import { createTestDatabase } from '../support/database.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer } from '../support/server.js';
import { expectFollowed, followOverlappingSpans, sendFollowed } from './followed-spans.js';

describe('spandrel traces --follow and spans --follow', () => {
  it('prints each new row once, also after a restart of the server, until Ctrl-C', async () => {
    const project = 'restarted';
    const database = await createTestDatabase();
    const workingDir = await mkdtemp(join(tmpdir(), 'spandrel-follow-'));
    const env = {
      SPANDREL_DATABASE_URL: database.url,
      SPANDREL_WORKING_DIR: workingDir,
      SPANDREL_PORT: String(await freePort()),
    };
    let server = await startChildServer({ env });
    const cli = await createCommandLine({ SPANDREL_URL: server.url });
    await sendTraces(server.url, [
      { project, name: 'oldest' },
      { project, name: 'first', children: [{ name: 'child' }] },
    ]);
    const spans = cli.spawn('spans', '-p', project, '--follow', '-n', '2', '--json');
    const traces = cli.start('traces', '-p', project, '--follow', '--json');
    await spans.printed('"child"');
    await traces.printed('"first"');

    expect(await server.kill('SIGTERM')).toBe(0);
    await spans.printed('Lost the connection', 'stderr');
    server = await startChildServer({ env });
    await sendFollowed(server.url, project, { spans, traces });
    await expectFollowed(
      { spans, traces },
      `Lost the connection to ${server.url}. Trying again…\nConnected again.\n`,
    );
    await cli.close();
    await server.kill('SIGTERM');
    await database.drop();
    await rm(workingDir, { recursive: true, force: true });
  }, 120_000);

  it('prints a span once, until its rows are no longer read again', async () => {
    const server = await startTestServer();
    const cli = await createCommandLine({ SPANDREL_URL: server.url });
    const names = await followOverlappingSpans(server, cli, () => pause(9_000));
    expect(names).toEqual(['seen', 'quick', 'slow']);
    await cli.close();
    await server.stop();
  });
});
