import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '../support/child-server.js';
import { type CommandLine, createCommandLine } from '../support/command-line.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

describe('spandrel as a process', () => {
  let server: TestServer;
  let cli: CommandLine;

  beforeAll(async () => {
    server = await startTestServer();
    cli = await createCommandLine({ SPANDREL_URL: server.url });
    await sendTraces(
      server.url,
      Array.from({ length: 100 }, () => ({
        project: 'long',
        attributes: { 'input.value': 'x'.repeat(20_000) },
      })),
    );
  });
  afterAll(async () => {
    await cli.close();
    await server.stop();
  });

  it.each([
    [['traces'], 0, '', 'No traces found.'],
    [['--version'], 0, '0.', ''],
    [['traces', '-p', 'nothing'], 1, '', 'Project "nothing" not found.'],
    [['traces', '--limit', '0'], 2, '', 'It must be between 1 and 100000.'],
    [['nothing', 'at all'], 2, '', 'Unknown arguments: nothing at all\n'],
  ])('ends with an exit code: %j', async (args, code, stdout, stderr) => {
    expect(await cli.spawn(...args).outcome).toEqual({
      code,
      stdout: expect.stringMatching(stdout === '' ? /^$/ : new RegExp(`^${stdout}`)),
      stderr: expect.stringContaining(stderr),
    });
  });

  it('reads standard input, and writes all of a long result to a pipe', async () => {
    const columns = ['--input', 'q', '--format', 'jsonl'];
    const { process, outcome } = cli.spawn('datasets', 'create', 'piped', '-', ...columns);
    process.stdin.end('{"q":1}\n{"q":2}\n');
    expect(await outcome).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^2 examples created/),
    });
    const exported = cli.spawn('export', 'long');
    exported.process.stdin.end();
    const { stdout } = await exported.outcome;
    expect(stdout.length).toBeGreaterThan(2_000_000);
    expect(stdout.endsWith('\n')).toBe(true);
  });

  it('ends quietly when its reader has seen enough', async () => {
    for (const args of [
      ['export', 'long'],
      ['spans', '-p', 'long', '-n', '100', '--json'],
    ]) {
      const running = cli.spawn(...args);
      await once(running.process.stdout, 'data');
      running.process.stdout.destroy();
      expect(await running.outcome).toMatchObject({ code: 0, stderr: '' });
    }
  });

  it('removes an incomplete file when it is interrupted', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'spandrel-interrupted-'));
    const waiting = createServer((_request, response) => response.writeHead(200).write('{}\n'));
    waiting.listen(0, '127.0.0.1');
    await once(waiting, 'listening');
    const url = `http://127.0.0.1:${(waiting.address() as AddressInfo).port}`;
    const args = ['export', 'endless', '--out', join(directory, 'endless.jsonl'), '--url', url];
    const running = cli.spawn(...args);
    const partial = () => readdir(directory).then(([name]) => name);
    expect(await eventually('a part of the file', partial)).toBe('endless.jsonl.partial');
    running.interrupt();
    expect(await running.outcome).toEqual({ code: 130, stdout: '', stderr: '' });
    expect(await readdir(directory)).toEqual([]);
    waiting.closeAllConnections();
    waiting.close();
    await rm(directory, { recursive: true });
  });

  it('fits the width of a terminal, and colors failures there', async () => {
    const wide = '漢'.repeat(200);
    await sendTraces(server.url, [
      { project: 'wide', name: wide, failure: wide, attributes: { 'input.value': wide } },
    ]);
    const run = promisify(execFile);
    const inTerminal = async (args: string, env: Record<string, string>): Promise<string> => {
      const command = `stty cols 80; ${process.execPath} ${CLI} ${args}`;
      const { stdout } = await run('script', ['-qec', command, '/dev/null'], {
        env: {
          ...inheritedEnvironment(),
          TERM: 'xterm-256color',
          SPANDREL_URL: server.url,
          XDG_CONFIG_HOME: cli.configHome,
          ...env,
        },
      });
      return stdout.replaceAll('\r', '');
    };
    const plain = await inTerminal('traces -p wide', { NO_COLOR: '1' });
    const widths = plain.split('\n').map((line) => line.length + (line.match(/漢/g)?.length ?? 0));
    expect(Math.max(...widths)).toBeLessThanOrEqual(80);
    expect(Math.max(...widths)).toBeGreaterThan(76);
    expect(plain).not.toContain('\u001b');
    expect(await inTerminal('traces -p wide', {})).toContain('\u001b[31m');
    expect((await cli.run('traces', '-p', 'wide')).stdout).not.toContain('\u001b');
  });
});
