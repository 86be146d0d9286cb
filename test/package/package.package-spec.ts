import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, inheritedEnvironment } from '../support/child-server.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MINUTE = 60_000;

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

describe('the package', () => {
  let directory: string;
  let files: string[];
  const environment = {
    ...inheritedEnvironment(),
    HOME: process.env['HOME'],
    // The registry may be behind an authority that only this machine knows.
    NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
    // So that npm and the package run on the Node that runs the tests.
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  };

  const run = (command: string, args: string[], cwd: string): Promise<Run> =>
    new Promise((resolve) => {
      execFile(command, args, { cwd, env: environment }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  const spandrel = (...args: string[]) =>
    run('npx', ['--no-install', 'spandrel', ...args], directory);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spandrel-package-'));
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', directory];
    const { stdout } = await run('npm', pack, ROOT);
    const [made] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    files = made!.files.map(({ path }) => path);
    const install = ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
    const installed = await run('npm', [...install, join(directory, made!.filename)], directory);
    if (installed.code !== 0) throw new Error(installed.stderr);
  }, 5 * MINUTE);
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('contains what the server needs, and nothing else', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        '.env.example',
        'LICENSE',
        'README.md',
        'dist/snippets/frameworks.js',
        'dist/src/cli.js',
        'dist/src/main.js',
        'dist/web/index.html',
        'package.json',
      ]),
    );
    const places = files.map(
      (path) => /^(dist\/(snippets|src|web)|docs)\//.exec(path)?.[1] ?? path,
    );
    expect(new Set(places)).toEqual(
      new Set([
        'dist/snippets',
        'dist/src',
        'dist/web',
        'docs',
        '.env.example',
        'LICENSE',
        'README.md',
        'package.json',
      ]),
    );
    expect(files.filter((path) => /\.(map|spec\.js|tsbuildinfo)$/.test(path))).toEqual([]);
  });

  it('installs no tools for development', async () => {
    const packages = await readdir(join(directory, 'node_modules'));
    expect(packages).toContain('pg');
    for (const tool of ['jest', 'vite', 'oxlint', 'supertest'])
      expect(packages).not.toContain(tool);
  });

  it(
    'says how to use it',
    async () => {
      const help = await spandrel('--help');
      expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('spandrel admin')]);
      const version = await spandrel('--version');
      expect([version.code, version.stdout]).toEqual([
        0,
        expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      ]);
      const wrong = await spandrel('start', '--port', '80');
      expect([wrong.code, wrong.stdout]).toEqual([2, '']);
      expect(wrong.stderr).toMatch(/^Unknown arguments: start --port 80\n\n.*spandrel --help/s);
      const admin = await spandrel('admin', 'list', 'x');
      expect([admin.code, admin.stderr]).toEqual([2, expect.stringContaining('list takes no')]);
    },
    MINUTE,
  );

  it(
    'starts a server with its own database, which takes traces and shows the web UI',
    async () => {
      const port = await freePort();
      const grpcPort = await freePort();
      const env = { SPANDREL_PORT: String(port), SPANDREL_GRPC_PORT: String(grpcPort) };
      const server = spawn('npx', ['--no-install', 'spandrel'], {
        cwd: directory,
        env: { ...environment, ...env },
        stdio: 'ignore',
        // A group of its own, because npx starts the server through a shell.
        detached: true,
      });
      const ended = once(server, 'close');
      try {
        const url = `http://127.0.0.1:${port}`;
        await eventually(
          'start of the server',
          () =>
            fetch(`${url}/healthz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          { withinMs: MINUTE },
        );
        await sendTraces(url, [{ name: 'from a package' }]);
        const traces = await spandrel('traces', '--url', url);
        expect([traces.code, traces.stdout]).toEqual([
          0,
          expect.stringMatching(/^STARTED .*\n.* from a package .*\n$/),
        ]);
        const spans = await fetch(`${url}/v1/projects/default/spans`);
        expect(await spans.text()).toContain('from a package');
        const page = await (await fetch(url)).text();
        const script = /src="\.?\/?(assets\/[^"]+\.js)"/.exec(page)?.[1];
        expect((await fetch(`${url}/${script}`)).headers.get('content-type')).toContain(
          'javascript',
        );
        expect(await readdir(join(directory, 'data'))).toContain('postgres');
      } finally {
        process.kill(-server.pid!, 'SIGTERM');
        await ended;
      }
    },
    2 * MINUTE,
  );
});
