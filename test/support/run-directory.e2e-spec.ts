import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { startedAt } from '../../src/database/embedded/process-identity.js';
import { eventually } from './eventually.js';
import { requireRoom } from './require-room.js';
import { chooseDirectory } from './run-directory.js';

const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Does what a run does: starts PostgreSQL, and a process that goes on for long. Prints their IDs. */
const RUN = `
  import { spawn } from 'node:child_process';
  import { chmod, readFile } from 'node:fs/promises';
  import { startEmbeddedPostgres } from ${urlOf('../../dist/src/database/embedded/embedded-postgres.js')};
  import { createRunDirectory } from ${urlOf('./run-directory.ts')};
  const directory = await createRunDirectory();
  await chmod(directory, 0o755);
  await startEmbeddedPostgres({ dataDir: directory + '/data', durable: false, log: () => {} });
  const pid = Number.parseInt(await readFile(directory + '/data/postgres/postmaster.pid', 'utf8'), 10);
  const env = { ...process.env, TMPDIR: directory + '/tmp' };
  const other = spawn('sleep', ['600'], { env, detached: true, stdio: 'ignore' });
  console.log(JSON.stringify({ directory, pids: [pid, other.pid] }));
  setInterval(() => {}, 1000);
`;

describe('a run of tests that is killed', () => {
  it('leaves no PostgreSQL, no other process and no files', async () => {
    const run = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = createInterface({ input: run.stdout })[Symbol.asyncIterator]();
    const { value } = await output.next();
    const { directory, pids } = JSON.parse(String(value)) as { directory: string; pids: number[] };
    expect(existsSync(join(directory, 'data/postgres'))).toBe(true);
    expect(await listAlive(pids)).toEqual(pids);

    run.kill('SIGKILL');
    await once(run, 'exit');
    await eventually('the end of the janitor', () => Promise.resolve(!existsSync(directory)));
    // Without /proc, nobody knows the other process.
    const ended = process.platform === 'linux' ? pids : pids.slice(0, 1);
    await eventually('their end', async () => (await listAlive(ended)).length === 0);
  });
});

describe('the directory of a run', () => {
  it('is in the first place that exists and has room', async () => {
    expect(await chooseDirectory(['/missing', tmpdir()], 1)).toBe(tmpdir());
  });

  it('is refused if no place has room, with what to do', async () => {
    await expect(chooseDirectory([tmpdir(), '/missing'], 2 ** 60)).rejects.toThrow(
      new RegExp(
        `^The tests need 1073741824\\.0 GB for temporary files, but ${tmpdir()} has [\\d.]+ GB\\. ` +
          'Make room there, or set TMPDIR to a directory with room\\.$',
      ),
    );
  });
});

describe('the caches of runs', () => {
  it('have room', async () => {
    await expect(requireRoom(tmpdir(), 1)).resolves.toBeUndefined();
  });

  it('are refused without room, in one sentence that Jest prints', async () => {
    const failure = requireRoom(tmpdir(), 2 ** 60);
    await expect(failure).rejects.toThrow(
      new RegExp(
        `^The tests need 1099511627776 MB for compiled code, but ${tmpdir()} has \\d+ MB\\. ` +
          'Make room there\\.$',
      ),
    );
    await expect(failure).rejects.toMatchObject({ stack: expect.stringMatching(/^The.*there\.$/) });
  });

  it('are not in TMPDIR, which may be full', async () => {
    const showConfig = ['node_modules/jest/bin/jest.js', '--showConfig'];
    const { stdout } = await promisify(execFile)(process.execPath, showConfig);
    const { configs } = JSON.parse(stdout) as { configs: { cacheDirectory: string }[] };
    const directories = new Set(configs.map(({ cacheDirectory }) => cacheDirectory));
    expect([...directories]).toEqual([resolve('node_modules/.cache/jest')]);
  });
});

/** Returns those that run; nobody may have waited for the others yet. */
async function listAlive(pids: readonly number[]): Promise<number[]> {
  const starts = await Promise.all(pids.map(startedAt));
  return pids.filter((_, index) => starts[index] !== undefined);
}
