import { type CommandLine, createCommandLine } from '../support/command-line.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const FAILED = newTraceId();
const NOW = Date.now();
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000);

describe('spandrel projects, traces, spans and sessions', () => {
  let server: TestServer;
  let cli: CommandLine;

  beforeAll(async () => {
    server = await startTestServer();
    cli = await createCommandLine({ SPANDREL_URL: server.url });
    await sendTraces(server.url, [
      {
        project: 'checkout',
        traceId: FAILED,
        name: 'order',
        kind: 'AGENT',
        startedAt: hoursAgo(2),
        durationMs: 2400,
        attributes: { 'session.id': 'cart-7', 'input.value': 'Buy an umbrella' },
        children: [
          {
            name: 'plan',
            kind: 'LLM',
            spanId: 'aaaaaaaaaaaaaaaa',
            attributes: { 'llm.token_count.prompt': 1200, 'llm.token_count.completion': 34 },
          },
          {
            name: 'charge',
            kind: 'TOOL',
            spanId: 'bbbbbbbbbbbbbbbb',
            afterMs: 500,
            failure: 'card was declined',
            exception: {
              type: 'CardError',
              message: 'card was declined',
              stackTrace: 'at pay.ts:7',
            },
          },
        ],
      },
      { project: 'checkout', name: 'browse', startedAt: hoursAgo(1) },
      { project: 'checkout', name: 'old', startedAt: hoursAgo(30) },
      { project: 'other', name: 'elsewhere', startedAt: hoursAgo(1) },
    ]);
  });
  afterAll(async () => {
    await cli.close();
    await server.stop();
  });

  const print = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await cli.run(...args);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };

  it('lists projects', async () => {
    expect(await print('projects', '--name', 'CHECK')).toMatch(/^NAME .*\ncheckout +\S+ *\n$/);
    const { data } = await cli.json('projects', '--name', 'check');
    expect(data).toEqual([{ id: expect.any(String), name: 'checkout', description: null }]);
  });

  it('lists traces, newest first, and says why one failed', async () => {
    const lines = (await print('traces', '-p', 'checkout', '--since', '1d')).split('\n');
    expect(lines[0]).toMatch(/^STARTED +NAME +DURATION +TOKENS +SPANS +ERRORS +TRACE ID$/);
    expect(lines[1]).toMatch(/ browse +100 ms +0 +1 +0 +[0-9a-f]{32}$/);
    expect(lines[2]).toMatch(new RegExp(` order +2\\.4 s +1,234 +3 +1 +${FAILED}$`));
    expect(lines[3]).toBe('  charge: CardError: card was declined');
    expect(lines).toHaveLength(5);
  });

  it.each([
    [['--failed'], ['order']],
    [['--since', '90m'], ['browse']],
    [['--from', hoursAgo(40).toISOString(), '--to', hoursAgo(20).toISOString()], ['old']],
    [['--filter', "tool_span_count == 1 and 'umbrella' in input"], ['order']],
    [['--search', 'umbrella'], ['order']],
    [['--session', 'cart-7'], ['order']],
    [['--sort', 'latency_ms', '-n', '1'], ['order']],
    [
      ['--order', 'asc'],
      ['old', 'order', 'browse'],
    ],
  ])('selects traces: %j', async (options, names) => {
    const { data } = await cli.json('traces', 'list', '-p', 'checkout', ...options);
    const found = data.map(({ root_span }: { root_span: { name: string } }) => root_span.name);
    expect(found).toEqual(names);
  });

  it('continues a list at its cursor', async () => {
    const first = await cli.run('traces', '-p', 'checkout', '-n', '2');
    const cursor = /^2 traces, and there are more: add --cursor (\S+)\n$/.exec(first.stderr)?.[1];
    const { data, next_cursor } = await cli.json('traces', '-p', 'checkout', '--cursor', cursor!);
    expect([data.length, data[0].root_span.name, next_cursor]).toEqual([1, 'old', null]);
  });

  it('reads as many pages as the limit needs', async () => {
    await sendTraces(
      server.url,
      Array.from({ length: 150 }, () => ({ project: 'many' })),
    );
    expect((await cli.json('traces', '-p', 'many', '-n', '140')).data).toHaveLength(140);
    expect((await cli.json('spans', '-p', 'many', '-n', '1000')).data).toHaveLength(150);
  });

  it('shows the tree of a trace of any project', async () => {
    const text = await print('traces', 'get', FAILED);
    expect(text).toContain(`order  ${FAILED}\n`);
    expect(text).toContain(' · 2.4 s · 3 spans · 1 failed · 1,234 tokens\n');
    expect(text).toMatch(new RegExp(`\n${server.url}/projects/\\S+/traces/${FAILED}\n`));
    expect(text).toContain('\nInput   Buy an umbrella\n');
    expect(text).toMatch(/\norder +AGENT +\+0 ms +2\.4 s +OK +\S{16}\n/);
    expect(text).toMatch(/\n├─ plan +LLM +\+0 ms +100 ms +1,234 +OK +a{16}\n/);
    expect(text).toMatch(/\n└─ charge +TOOL +\+500 ms +100 ms +ERROR +b{16}\n/);
    expect(text).toContain('\n  CardError: card was declined\n');
    const { data } = await cli.json('traces', 'get', FAILED);
    expect(data).toMatchObject({ trace_id: FAILED, error_count: 1, root_span: { name: 'order' } });
    expect(data.spans.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'charge',
      'order',
      'plan',
    ]);
  });

  it('lists spans with their errors', async () => {
    const text = await print('spans', '-p', 'checkout', '--failed');
    expect(text).toMatch(/ TOOL +charge +100 ms +ERROR +b{16} +[0-9a-f]{32}\n/);
    expect(text).toContain('\n  CardError: card was declined\n');
  });

  it.each([
    [
      ['--kind', 'llm,tool'],
      ['charge', 'plan'],
    ],
    [
      ['--name', 'plan', '--name', 'old'],
      ['old', 'plan'],
    ],
    [['--trace', FAILED, '--roots'], ['order']],
    [['--attribute', 'session.id:cart-7'], ['order']],
    [['--filter', 'llm.token_count.total > 1000'], ['plan']],
    [['--search', 'declined'], ['charge']],
    [['--since', '90m'], ['browse']],
  ])('selects spans: %j', async (options, names) => {
    const { data } = await cli.json('spans', '-p', 'checkout', ...options);
    expect(data.map(({ name }: { name: string }) => name).toSorted()).toEqual(names);
  });

  it('shows everything about a span of any project', async () => {
    const text = await print('spans', 'get', 'bbbbbbbbbbbbbbbb');
    expect(text).toMatch(/^Name +charge\nKind +TOOL\nStatus +ERROR\n/);
    expect(text).toContain('\nError\nCardError: card was declined\n');
    expect(text).toContain('\nexception.stacktrace: at pay.ts:7\n');
    const { data } = await cli.json('spans', 'get', 'bbbbbbbbbbbbbbbb');
    expect(data).toMatchObject({ name: 'charge', status_message: 'card was declined' });
  });

  it('lists sessions and shows one', async () => {
    expect(await print('sessions', '-p', 'checkout')).toMatch(/ 1 +1,234 +cart-7\n$/);
    const filtered = await cli.json('sessions', '-p', 'checkout', '--filter', 'num_traces > 5');
    expect(filtered.data).toEqual([]);
    expect(await print('sessions', 'get', 'cart-7')).toMatch(
      new RegExp(`^Session ID +cart-7\n.*TRACE ID\n.* 2\\.4 s +${FAILED}\n$`, 's'),
    );
    const { data } = await cli.json('sessions', 'get', 'cart-7');
    expect(data.traces).toHaveLength(1);
  });

  it('takes the project from SPANDREL_PROJECT, and lists the default project otherwise', async () => {
    const other = await createCommandLine({ SPANDREL_URL: server.url, SPANDREL_PROJECT: 'other' });
    const names = async (commandLine: CommandLine) => {
      const { data } = await commandLine.json('spans');
      return data.map(({ name }: { name: string }) => name);
    };
    expect(await names(other)).toEqual(['elsewhere']);
    expect(await names(cli)).toEqual([]);
    await other.close();
  });

  it('says that nothing was found on standard error', async () => {
    const { code, stdout, stderr } = await cli.run('traces');
    expect([code, stdout, stderr]).toEqual([0, '', 'No traces found.\n']);
  });
});
