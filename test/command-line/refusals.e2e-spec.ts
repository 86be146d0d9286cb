import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { freePort } from '../support/child-server.js';
import { type CommandLine, createCommandLine } from '../support/command-line.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';

const TRACE = newTraceId();

describe('the refusals of spandrel', () => {
  let server: SecuredServer;
  let cli: CommandLine;

  beforeAll(async () => {
    server = await startSecuredServer();
    cli = await createCommandLine({ SPANDREL_URL: server.url });
    const headers = { Authorization: `Bearer ${server.accounts.MEMBER.key}` };
    await sendTraces(server.url, [{ traceId: TRACE, spanId: 'dddddddddddddddd' }], headers);
  });
  afterAll(async () => {
    await cli.close();
    await server.stop();
  });

  const refuse = async (code: number, ...args: string[]): Promise<string> => {
    const refused = await cli.run(...args);
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    return refused.stderr;
  };

  it('asks for a credential', async () => {
    expect(await refuse(1, 'traces')).toBe(
      'The server requires a credential.\nRun "spandrel login" or set SPANDREL_API_KEY.\n',
    );
    expect(await refuse(1, 'traces', '--api-key', 'spd_wrong')).toBe(
      'The server did not accept the credential: Invalid token.\n' +
        'Run "spandrel login" again, or set SPANDREL_API_KEY to a valid key.\n',
    );
  });

  it.each(['VIEWER', 'MEMBER', 'ADMIN'] as const)(
    'lets a %s do what the role permits',
    async (role) => {
      const { key } = server.accounts[role];
      const as = await createCommandLine({ SPANDREL_URL: server.url, SPANDREL_API_KEY: key });
      expect((await as.json('traces')).data).toMatchObject([{ trace_id: TRACE }]);
      expect((await as.run('export', 'default')).stdout).toContain(TRACE);
      const annotated = await as.run(
        'annotate',
        'span',
        'dddddddddddddddd',
        '--name',
        'quality',
        '--score',
        '1',
      );
      const created = await as.feed(
        '{"q":1}',
        'datasets',
        'create',
        `of-${role}`,
        '-',
        '--format',
        'jsonl',
        '--input',
        'q',
      );
      const expected =
        role === 'VIEWER'
          ? { code: 1, stdout: '', stderr: 'Viewers cannot perform this action.\n' }
          : { code: 0, stderr: '' };
      expect(annotated).toMatchObject(expected);
      expect(created).toMatchObject(expected);
      await as.close();
    },
  );

  it('repeats what the server says about keys for one project', async () => {
    const project = await server.request
      .post('/v1/projects')
      .set('Authorization', `Bearer ${server.accounts.MEMBER.key}`)
      .send({ name: 'shop' });
    const projectId = Number(atob(project.body.data.id).split(':')[1]);
    const key = await server.createKey(server.accounts.MEMBER.userId, { projectId });
    expect(await refuse(1, 'traces', '--api-key', key)).toBe(
      'This API key works only for the project "shop".\n',
    );
    const inShop = ['-p', 'shop', '--api-key', key];
    expect((await cli.run('traces', ...inShop)).code).toBe(0);
    const ingestion = { Authorization: `Bearer ${key}` };
    const traceId = newTraceId();
    await sendTraces(
      server.url,
      [{ traceId, spanId: '2222222222222222', name: 'sale' }],
      ingestion,
    );
    expect((await cli.run('traces', 'get', traceId, ...inShop)).stdout).toContain('sale');
    expect((await cli.run('spans', 'get', '2222222222222222', ...inShop)).stdout).toContain('sale');
    expect(await refuse(1, 'traces', 'get', TRACE, ...inShop)).toBe(
      `Trace "${TRACE}" not found in the project "shop".\n`,
    );
    expect(await refuse(1, 'spans', 'get', 'dddddddddddddddd', ...inShop)).toContain('not found');
  });

  it.each([
    [['traces', '-p', 'nothing'], 'Project "nothing" not found.'],
    [['spans', '-p', 'nothing', '--follow'], 'Project "nothing" not found.'],
    [['traces', 'get', 'nothing'], "Trace with trace_id 'nothing' not found."],
    [['spans', 'get', 'nothing'], "Span with span_id 'nothing' not found."],
    [['sessions', 'get', 'nothing'], 'nothing'],
    [['datasets', 'get', 'nothing'], 'Dataset "nothing" not found.'],
    [['experiments', 'nothing'], 'Dataset "nothing" not found.'],
    [['experiments', 'get', 'nothing'], 'nothing'],
    [['prompts', 'get', 'nothing'], 'nothing'],
    [['traces', '--filter', 'latency_ms >'], 'The condition ends unexpectedly'],
    [['spans', '--kind', 'nothing'], "Invalid span_kind value 'NOTHING'".slice(0, 22)],
    [['spans', '--attribute', 'nothing'], 'expected format'],
    [['traces', '--cursor', '%'], 'Invalid cursor'],
    [['traces', '-p', '..'], '".." cannot be a part of an address. Use the ID.'],
  ])('repeats what the server says about %j', async (args, text) => {
    const said = await refuse(1, ...args, '--api-key', server.accounts.VIEWER.key);
    expect(said).toContain(text);
  });

  it.each([
    [['traces', '--limit', '0'], 'It must be between 1 and 100000.'],
    [['traces', '--since', 'soon'], '--since must be a time span such as 30m'],
    [['traces', '--since', '1d', '--from', 'today'], 'Use either --since or --from.'],
    [['traces', '--to', '2026-13-45'], '--to must be a time such as 2026-03-01'],
    [['traces', '--sort', 'name'], 'Allowed choices are start_time, latency_ms.'],
    [['traces', '--faild'], '(Did you mean --failed?)'],
    [['traces', 'gett', 'x'], 'gett'],
    [['traces', '--follow', '--since', '1d'], '--follow cannot be used with --since.'],
    [['sessions', '--filter', 'num_traces > 1'], '--filter needs --project.'],
    [['prompts', 'get', 'x', '--tag', 'a', '--version', 'b'], 'Use either --version or --tag.'],
    [['datasets', 'examples', 'x', '--format', 'csv', '--json'], 'cannot be used with'],
    [['projects', '--url', 'ftp://x'], '"ftp://x" is not an address such as'],
    [['projects', '--url', 'http://me:secret@x'], 'must not contain a password'],
  ])('explains wrong use: %j', async (args, text) => {
    expect(await refuse(2, ...args)).toContain(text);
  });

  it('names a server that cannot be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await refuse(1, 'traces', '--url', url)).toBe(
      `The server at ${url} cannot be reached. Nothing listens at this address. Start the server, or set --url or SPANDREL_URL.\n`,
    );
  });

  it.each([
    ['HTML', 200, 'text/html', '<html>', 'did not respond with JSON'],
    ['broken JSON', 200, 'application/json', '{"data":', 'was cut off'],
    ['an error page', 502, 'text/html', '<html>', 'The server responded with the status 502.'],
    ['an escape sequence', 404, 'text/plain', 'no \u001b[2J', 'no \ufffd[2J.'],
  ])('reports %s in words', async (_, status, type, body, text) => {
    const other = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await refuse(1, 'projects', '--url', url)).toContain(text);
    other.close();
  });

  it('shows help with examples for every command', async () => {
    const { stdout } = await cli.run('--help');
    const commands = [...stdout.matchAll(/^ {2}spandrel (\w+) {3,}/gm)].map(([, name]) => name!);
    expect(commands).toContain('annotate');
    for (const name of commands.filter((name) => name !== 'admin')) {
      const help = await cli.run(name, '--help');
      expect([name, help.code, help.stderr]).toEqual([name, 0, '']);
      expect([name, help.stdout]).toEqual([name, expect.stringContaining('Examples:\n')]);
    }
  });
});
