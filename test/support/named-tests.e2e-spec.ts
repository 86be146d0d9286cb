import { execFile } from 'node:child_process';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { selectNamedTests } from '../../scripts/named-tests.mjs';

const run = promisify(execFile);

const UNIT = 'src/mail/mail.service.spec.ts';
const E2E = 'test/mail/mail.e2e-spec.ts';
const BROWSER = 'test/browser/every-page/routes.browser-spec.ts';
const OPTIONAL = 'test/openapi/generated-requests.schemathesis-spec.ts';

/** Returns how `npm test -- …` refuses some arguments. */
const refuse = (...args: string[]) =>
  run(process.execPath, ['scripts/test.mjs', ...args]).then(
    () => 'accepted',
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

describe('test files that the command line names', () => {
  it.each([
    ['a unit test', [UNIT], []],
    ['a component test', ['web/src/app/account-routes.spec.tsx'], []],
    ['an end-to-end test', [UNIT, E2E], ['build:server']],
    ['a browser test', [E2E, BROWSER], ['build:server', 'build:web']],
  ])('run after the builds they need: %s', (_, paths, builds) => {
    const { steps, tests } = selectNamedTests(paths);
    expect(tests.map((test) => relative('.', test))).toEqual(paths);
    expect(steps.map(({ script }) => script)).toEqual(builds);
  });

  it.each([
    'src/mail/mail.service.ts',
    'src/mail',
    'src/mail/missing.spec.ts',
    '../elsewhere/some.spec.ts',
    'test/mail/mail.spec.ts',
    '',
  ])('are refused if they are none: "%s"', (path) => {
    expect(() => selectNamedTests([UNIT, path])).toThrow(`"${path}" is not a test file.`);
  });

  it('are refused if they need what is not installed', () => {
    const missing = { schemathesis: 'SPANDREL_TEST_SCHEMATHESIS' };
    expect(() => selectNamedTests([OPTIONAL], missing)).toThrow(
      `"${OPTIONAL}" needs SPANDREL_TEST_SCHEMATHESIS.`,
    );
    expect(selectNamedTests([UNIT], missing).steps).toEqual([]);
  });

  it.each([
    [['src/mail'], '"src/mail" is not a test file.\n'],
    [[UNIT, '--static'], 'Test files cannot be combined with options.\n'],
  ])('are refused in one sentence, before anything runs: %j', async (args, stderr) => {
    expect(await refuse(...args)).toEqual({ code: 1, stdout: '', stderr });
  });
});
