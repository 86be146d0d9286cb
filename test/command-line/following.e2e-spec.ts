import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChildServer, freePort, startChildServer } from '../support/child-server.js';
import { type CommandLine, createCommandLine } from '../support/command-line.js';
import { createTestDatabase } from '../support/database.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

describe('spandrel traces --follow and spans --follow', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let workingDir: string;
  let env: Record<string, string>;
  let server: ChildServer;
  let cli: CommandLine;

  beforeAll(async () => {
    database = await createTestDatabase();
    workingDir = await mkdtemp(join(tmpdir(), 'spandrel-follow-'));
    env = {
      SPANDREL_DATABASE_URL: database.url,
      SPANDREL_WORKING_DIR: workingDir,
      SPANDREL_PORT: String(await freePort()),
    };
    server = await startChildServer({ env });
    cli = await createCommandLine({ SPANDREL_URL: server.url });
  });
  afterAll(async () => {
    await cli.close();
    await server.kill('SIGTERM');
    await database.drop();
    await rm(workingDir, { recursive: true, force: true });
  });

  const namesIn = (lines: string): string[] =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ name, root_span }) => name ?? root_span.name);

  it('prints each new row once, also after a restart of the server, until Ctrl-C', async () => {
    const project = 'restarted';
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
    await sendTraces(server.url, [{ project, name: 'second', children: [{ name: 'part' }] }]);
    await spans.printed('"part"');
    await traces.printed('"second"');
    await sendTraces(server.url, [{ project, name: 'third' }]);
    await spans.printed('"third"');
    await traces.printed('"third"');

    for (const running of [spans, traces]) running.interrupt();
    const [ofSpans, ofTraces] = await Promise.all([spans.outcome, traces.outcome]);
    expect([ofSpans.code, ofTraces.code]).toEqual([0, 0]);
    expect(namesIn(ofTraces.stdout)).toEqual(['oldest', 'first', 'second', 'third']);
    const names = namesIn(ofSpans.stdout);
    expect(names.slice(0, 2).toSorted()).toEqual(['child', 'first']);
    expect(names.slice(2, 4).toSorted()).toEqual(['part', 'second']);
    expect(names.slice(4)).toEqual(['third']);
    expect(ofSpans.stderr).toBe(
      `Lost the connection to ${server.url}. Trying again…\nConnected again.\n`,
    );
  }, 120_000);

  it('prints a trace when its root span arrives, as a table with its error', async () => {
    const project = 'rooted';
    const traceId = newTraceId();
    const root = { traceId, spanId: 'eeeeeeeeeeeeeeee' };
    await sendTraces(server.url, [{ project, name: 'before' }]);
    const following = cli.start('traces', '-p', project, '--follow');
    const failedOnly = cli.start('traces', '-p', project, '--follow', '--failed');
    await following.printed(' before ');
    await sendTraces(server.url, [
      { project, ...root, name: 'order', children: [{ name: 'pay', failure: 'no money' }] },
    ]);
    await following.printed('pay: TimeoutError: no money');
    await failedOnly.printed('pay: TimeoutError: no money');
    await sendTraces(server.url, [
      { project, traceId, name: 'a second root' },
      { project, name: 'after' },
    ]);
    await following.printed(' after ');
    following.interrupt();
    failedOnly.interrupt();
    const { stdout } = await following.outcome;
    expect(stdout).toMatch(/^STARTED .*\n.* before .*\n.* order .*\n {2}pay: .*\n.* after .*\n$/);
    expect((await failedOnly.outcome).stdout).not.toContain('before');
  });

  it('finds spans whose transaction began before that of printed ones', async () => {
    const project = 'overlapping';
    await sendTraces(server.url, [{ project, name: 'seen', spanId: 'ffffffffffffffff' }]);
    const following = cli.start('spans', '-p', project, '--follow', '--json');
    await following.printed('"seen"');
    const { DataSource } = await import('typeorm');
    const dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const copy = (name: string) =>
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                          start_time, end_time, attributes)
       SELECT trace_id, '${name}', project_id, '${name}', kind, status_code, status_message,
              start_time, end_time, attributes
         FROM spans WHERE span_id = 'ffffffffffffffff'`;
    const [slow, quick] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
    await slow.startTransaction();
    await slow.query(copy('slow'));
    await quick.query(copy('quick'));
    await following.printed('"quick"');
    await slow.commitTransaction();
    await following.printed('"slow"');
    // Until rows are no longer read again.
    await pause(9_000);
    following.interrupt();
    expect(namesIn((await following.outcome).stdout)).toEqual(['seen', 'quick', 'slow']);
    await slow.release();
    await quick.release();
    await dataSource.destroy();
  });
});
