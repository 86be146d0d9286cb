import { type CommandLine, createCommandLine } from '../support/command-line.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { expectFollowed, followOverlappingSpans, sendFollowed } from './followed-spans.js';

describe('spandrel traces --follow and spans --follow', () => {
  let server: TestServer;
  let cli: CommandLine;

  beforeAll(async () => {
    server = await startTestServer();
    cli = await createCommandLine({ SPANDREL_URL: server.url });
  });
  afterAll(async () => {
    await cli.close();
    await server.stop();
  });

  it('prints each new row once, until Ctrl-C', async () => {
    const project = 'followed';
    await sendTraces(server.url, [
      { project, name: 'oldest' },
      { project, name: 'first', children: [{ name: 'child' }] },
    ]);
    const spans = cli.start('spans', '-p', project, '--follow', '-n', '2', '--json');
    const traces = cli.start('traces', '-p', project, '--follow', '--json');
    await spans.printed('"child"');
    await traces.printed('"first"');
    await sendFollowed(server.url, project, { spans, traces });
    await expectFollowed({ spans, traces }, '');
  });

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
    expect(await followOverlappingSpans(server, cli)).toEqual(['seen', 'quick', 'slow']);
  });
});
