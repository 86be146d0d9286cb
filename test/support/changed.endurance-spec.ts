import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { selectChecks } from '../../scripts/changed.mjs';
import { listTestsByPath } from '../../scripts/tests-by-path.mjs';

const toNames = (tests: string[]) => tests.map((test) => relative('.', test));
const byPath = (file: string) => toNames(listTestsByPath(file));
const select = (...files: string[]) => toNames(selectChecks(files).tests);

describe('the tests of a changed file', () => {
  it.each([
    [
      'a migration',
      'src/database/migrations/1766000000000-project-archive.ts',
      ['schema/migrations.e2e', 'upgrades/schema.e2e', 'upgrades/schema.endurance'],
    ],
    [
      'the start of the server',
      'src/server.ts',
      ['health/health.e2e', 'http/logs.e2e', 'ingest/shutdown.endurance', 'schema/migrations.e2e'],
    ],
    [
      'the settings',
      'src/config/env.ts',
      ['health/health.e2e', 'http/tls.e2e', 'schema/migrations.e2e'],
    ],
    [
      'background jobs',
      'src/job-queue/job-queue.service.ts',
      [
        'mail/mail-queue.e2e',
        'retention/retention-runs.e2e',
        'datasets/uploads/file-uploads.e2e',
        'annotations/waiting-annotations.e2e',
      ],
    ],
    [
      'the router of the web app',
      'web/src/app/router.tsx',
      ['browser/every-page/routes.browser', 'browser/every-page/traces.browser'],
    ],
    ['a folder without tests', 'src/mail/templates/reset.ts', ['mail/mail.e2e']],
    [
      'a state that upgrades start from',
      'test/upgrades/states/0001.sql',
      ['upgrades/schema.e2e', 'upgrades/schema.endurance'],
    ],
  ])('include those of %s', (_, file, expected) => {
    expect(byPath(file)).toEqual(
      expect.arrayContaining(expected.map((name) => `test/${name}-spec.ts`)),
    );
  });

  it('are more than those of the schema for every folder of the server', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((row) => row.isDirectory());
    const without = folders.filter(({ name }) =>
      byPath(`src/${name}/some.ts`).every((test) => test.startsWith('test/schema/')),
    );
    expect(without).toEqual([]);
  });

  it.each([
    'package.json',
    'package-lock.json',
    'jest.config.mjs',
    'test/support/global-setup.mjs',
    'test/support/jest/environment.mjs',
  ])('are all that run every day for %s', (file) => {
    expect(byPath(file)).toEqual(
      expect.arrayContaining([
        'src/stop-signal.spec.ts',
        'web/src/app/account-routes.spec.tsx',
        'test/schema/migrations.e2e-spec.ts',
        'test/mail/mail.e2e-spec.ts',
        'test/browser/every-page/routes.browser-spec.ts',
      ]),
    );
    expect(byPath(file).filter((name) => name.includes('endurance-spec'))).toEqual([]);
  });

  it('include those that read it', () => {
    expect(select('schema.graphql', 'openapi.json', 'test/access/matrix.json')).toEqual(
      expect.arrayContaining([
        'test/schema/api-documents.e2e-spec.ts',
        'test/compatibility/graphql-documents.e2e-spec.ts',
        'test/http/hostile-bodies.e2e-spec.ts',
        'test/access/walk.e2e-spec.ts',
        'test/storage/locked-storage.e2e-spec.ts',
      ]),
    );
  });

  it('include those that import a script', () => {
    expect(select('scripts/test-costs.mjs')).toEqual(['test/support/test-costs.e2e-spec.ts']);
  });
});

describe('a deleted file', () => {
  it('selects the tests of its feature, and the unit tests beside it', () => {
    const { steps, tests } = selectChecks(['src/ingest/decode/deleted.ts']);
    expect(toNames(tests)).toEqual(
      expect.arrayContaining([
        'src/ingest/decode/unflatten.spec.ts',
        'test/ingest/otlp-http.e2e-spec.ts',
      ]),
    );
    expect(steps.map(({ script }) => script)).toEqual(['build:server', 'lint', 'deps']);
  });

  it('selects nothing if it was a test', () => {
    expect(select('test/mail/deleted.e2e-spec.ts')).toEqual([]);
  });

  it('is among the changes of a branch, also if it was moved', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'spandrel-changes-'));
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: directory, encoding: 'utf8' });
    await mkdir(join(directory, 'src'));
    for (const name of ['kept', 'moved', 'deleted']) {
      await writeFile(join(directory, `src/${name}.ts`), `export const name = '${name}';\n`);
    }
    run('git', 'init', '--quiet', '--initial-branch=main');
    run('git', 'add', '.');
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    run('git', ...author, 'commit', '--quiet', '--no-gpg-sign', '--message=Start');
    run('git', 'rm', '--quiet', 'src/deleted.ts');
    run('git', 'mv', 'src/moved.ts', 'src/new.ts');
    const script = new URL('../../scripts/changed.mjs', import.meta.url).href;
    const print = `console.log(JSON.stringify((await import('${script}')).listChangedFiles()))`;
    const changed: unknown = JSON.parse(
      run(process.execPath, '--input-type=module', '--eval', print),
    );
    await rm(directory, { recursive: true });
    expect(changed).toEqual(['src/deleted.ts', 'src/moved.ts', 'src/new.ts']);
  });
});
