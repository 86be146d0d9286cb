import { type CommandLine, createCommandLine } from '../support/command-line.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const TRACE = newTraceId();
/** Sets the title of a terminal, clears it, moves, turns text around, and breaks lines. */
const HOSTILE = 'a\u001b]0;pwned\u0007b\u001b[2Jc\u009b31md\u202ee\r\nf\u0000g\u200b\u{e0041}';

/**
 * These tests have no real pseudo-terminal: Node.js cannot open one, `script` takes other arguments on each system, and
 * is missing on some. `show` is a terminal for all that our code asks of one, which is `isTTY` and `columns`.
 */
describe('the output of spandrel', () => {
  let server: TestServer;
  let cli: CommandLine;

  beforeAll(async () => {
    server = await startTestServer();
    cli = await createCommandLine({ SPANDREL_URL: server.url });
    await sendTraces(server.url, [
      {
        project: 'hostile',
        traceId: TRACE,
        spanId: '1111111111111111',
        name: HOSTILE,
        failure: HOSTILE,
        attributes: { 'input.value': HOSTILE, [`key ${HOSTILE}`]: HOSTILE, 'session.id': HOSTILE },
      },
    ]);
  });
  afterAll(async () => {
    await cli.close();
    await server.stop();
  });

  /** Control characters but line breaks, and characters that hide or turn text. */
  const control = /(?!\n)\p{Cc}|[\u200b\u202e]/u;

  it.each([
    [['traces', '-p', 'hostile']],
    [['traces', '-p', 'hostile', '--json']],
    [['traces', 'get', TRACE]],
    [['traces', 'get', TRACE, '--json']],
    [['spans', '-p', 'hostile']],
    [['spans', '-p', 'hostile', '--json']],
    [['spans', 'get', '1111111111111111']],
    [['sessions', '-p', 'hostile']],
  ])('has no control characters: %j', async (args) => {
    const { code, stdout, stderr } = await cli.run(...args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/pwned/);
    expect(stdout).not.toMatch(control);
  });

  describe('as a file', () => {
    beforeAll(async () => {
      await server.request
        .post('/v1/datasets/upload?sync=true')
        .send({
          action: 'create',
          name: 'hostile',
          inputs: [{ q: HOSTILE }],
          outputs: [{ a: HOSTILE }],
        })
        .expect(200);
    });

    it.each([
      [['datasets', 'examples', 'hostile', '--format', 'csv']],
      [['datasets', 'examples', 'hostile', '--format', 'jsonl']],
      [['export', 'hostile']],
    ])('controls no terminal, and is exact elsewhere: %j', async (args) => {
      const [shown, piped] = [await cli.show(...args), await cli.run(...args)];
      expect([shown.code, piped.code]).toEqual([0, 0]);
      expect(shown.stdout).toMatch(/pwned/);
      expect(shown.stdout).not.toMatch(/(?![\n\r\t])\p{Cc}|[\u200b\u202e]/u);
      expect(piped.stdout).toContain('\u202e');
    });

    it.each([[['unknown', HOSTILE]], [['projects', HOSTILE]], [['traces', 'get', HOSTILE]]])(
      'is refused without control characters: %j',
      async (args) => {
        const { code, stderr } = await cli.show(...args);
        expect(code).not.toBe(0);
        expect(stderr).not.toMatch(/(?![\n\r\t])\p{Cc}|[\u200b\u202e]/u);
      },
    );
  });

  it('keeps every character in JSON', async () => {
    const { data } = await cli.json('spans', '-p', 'hostile');
    const stored = await server.request.get('/v1/projects/hostile/spans');
    expect(data).toEqual(stored.body.data);
    expect(data[0].name).toContain('\u001b]0;pwned');
  });

  it('keeps a row on one line', async () => {
    const { stdout } = await cli.run('spans', '-p', 'hostile');
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
  });

  it('keeps large numbers in JSON', async () => {
    const body =
      '{"data":[{"name":"n","context":{"trace_id":"n1","span_id":"n1"},"span_kind":"LLM",' +
      '"start_time":"2026-03-01T10:00:00Z","end_time":"2026-03-01T10:00:01Z","status_code":"OK",' +
      '"attributes":{"big":12345678901234567,"whole":2.0}}]}';
    await server.request
      .post('/v1/projects/numbers/spans')
      .set('Content-Type', 'application/json')
      .send(body)
      .expect(202);
    const { stdout } = await cli.run('spans', '-p', 'numbers', '--json');
    expect(stdout).toContain('"big":12345678901234567,"whole":2.0');
  });
});
