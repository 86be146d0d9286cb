/**
 * Runs every check of the project, cheapest first, and goes on after a failure, so that one run
 * tells everything. Its last line is `N passed, N failed`: one for each test, and one for each
 * step that is no test run. The exit code is 1 when anything failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** OpenLDAP's server, for the tests against a real directory. */
const SLAPD = process.env.SPANDREL_TEST_SLAPD;

/** Names of npm scripts; those with `tests` are run by Jest and counted test by test. */
const STEPS = [
  { script: 'format' },
  { script: 'lint' },
  { script: 'types' },
  { script: 'deps' },
  { script: 'unused' },
  { script: 'test:unit', tests: true },
  { script: 'build' },
  { script: 'test:drift', tests: true },
  { script: 'test:e2e', tests: true },
  // Only where there is one: npm does not bring it. `.ci/run` sees to it.
  ...(SLAPD ? [{ script: 'test:slapd', tests: true }] : []),
  { script: 'test:browser', tests: true },
];

const reports = await mkdtemp(join(tmpdir(), 'spandrel-reports-'));
const results = [];
for (const step of STEPS) results.push(await run(step));
await rm(reports, { recursive: true, force: true });
printSummary(results);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;

/** Runs one step with its output shown as it comes. */
async function run({ script, tests = false }) {
  process.stdout.write(`\n=== ${script} ===\n`);
  const report = join(reports, `${script.replace(':', '-')}.json`);
  const started = performance.now();
  const jestArguments = tests ? ['--', '--json', `--outputFile=${report}`, '--silent=false'] : [];
  const child = spawn('npm', ['run', '--silent', script, ...jestArguments], {
    // With --json Jest repeats the report on standard output; what people read goes to stderr.
    stdio: ['ignore', tests ? 'ignore' : 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - started) / 1000;
  const counts = tests
    ? await count(report, code)
    : { passed: +(code === 0), failed: +(code !== 0) };
  return { script, seconds, ...counts };
}

/** Counts the tests of a Jest report; a file that could not be run counts as a failure. */
async function count(report, exitCode) {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(text);
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  // For example a teardown that failed after the last test.
  const failedOtherwise = failed === 0 && exitCode !== 0;
  return { passed: numPassedTests, failed: failedOtherwise ? 1 : failed };
}

function printSummary(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const together = {
    script: 'together',
    seconds: sum('seconds'),
    passed: sum('passed'),
    failed: sum('failed'),
  };
  process.stdout.write(`\n${[...rows, together].map(summaryLine).join('')}`);
  if (!SLAPD) {
    process.stdout.write('\nNot run: test:slapd. SPANDREL_TEST_SLAPD names no slapd.\n');
  }
  process.stdout.write(`\n${together.passed} passed, ${together.failed} failed\n`);
}

function summaryLine({ script, seconds, passed, failed }) {
  const time = `${seconds.toFixed(1)} s`.padStart(10);
  const failures = failed > 0 ? `${failed} FAILED`.padStart(12) : '';
  return `${script.padEnd(14)}${time}${`${passed} passed`.padStart(14)}${failures}\n`;
}
