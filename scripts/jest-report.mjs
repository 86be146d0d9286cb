import { readFile } from 'node:fs/promises';

/** Kinds of tests by the end of their file names. The first match applies. */
const KINDS = [
  ['browser', /\.browser-spec\.ts$/],
  ['slapd', /\.slapd-spec\.ts$/],
  ['drift', /\/test\/schema\/[^/]+$/],
  ['e2e', /\.e2e-spec\.ts$/],
  ['unit', /\.spec\.ts$/],
];

/**
 * Reads a report of `jest --json`.
 *
 * - `rows`: for each kind of test, the total seconds of its files, and the numbers of passed and failed
 *   tests. A file that could not run, or a missing report, counts as a failure.
 * - `retried`: the names of tests that failed before they passed.
 */
export async function readReport(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return { rows: [{ name: 'jest', seconds: 0, passed: 0, failed: 1 }], retried: [] };
  }
  const rows = new Map();
  const retried = [];
  for (const file of JSON.parse(text).testResults) {
    const [name] = KINDS.find(([, pattern]) => pattern.test(file.name)) ?? ['other'];
    const row = rows.get(name) ?? { name, seconds: 0, passed: 0, failed: 0 };
    rows.set(name, row);
    const count = (status) =>
      file.assertionResults.filter((result) => result.status === status).length;
    const failed = count('failed');
    row.seconds += (file.endTime - file.startTime) / 1000;
    row.passed += count('passed');
    row.failed += failed === 0 && file.status === 'failed' ? 1 : failed;
    for (const { status, invocations, fullName } of file.assertionResults) {
      if (status === 'passed' && invocations > 1) retried.push(fullName);
    }
  }
  return { rows: [...rows.values()], retried };
}
