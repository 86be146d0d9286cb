import { readFile } from 'node:fs/promises';

/** Kinds of tests by the end of their file names. The first match applies. */
const KINDS = [
  ['browser', /\.browser-spec\.ts$/],
  ['package', /\.package-spec\.ts$/],
  ['citus', /\.citus-spec\.ts$/],
  ['slapd', /\.slapd-spec\.ts$/],
  ['helm', /\.helm-spec\.ts$/],
  ['local-model', /\.local-model-spec\.ts$/],
  ['scim2', /\.scim2-spec\.ts$/],
  ['schemathesis', /\.schemathesis-spec\.ts$/],
  ['endurance', /\.endurance-spec\.ts$/],
  ['drift', /\/test\/schema\/[^/]+$/],
  ['e2e', /\.e2e-spec\.ts$/],
  ['component', /\.spec\.tsx$/],
  ['unit', /\.spec\.ts$/],
];

/** Returns the kind of the tests in a file. */
export function kindOf(path) {
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other';
}

/**
 * Reads a report of `jest --json`. Returns what happened in each test file:
 *
 * - `path` and `kind`
 * - `seconds`: how long it took
 * - `passed` and `failed`: how many tests did. A file that could not run counts as a failed test.
 * - `failures`: the names of the failed tests
 *
 * Returns undefined if there is no report.
 */
export async function readReport(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return JSON.parse(text).testResults.map((file) => {
    const namesOf = (status) =>
      file.assertionResults
        .filter((result) => result.status === status)
        .map((result) => result.fullName);
    const failures = namesOf('failed');
    if (failures.length === 0 && file.status === 'failed') failures.push('(the file itself)');
    return {
      path: file.name,
      kind: kindOf(file.name),
      seconds: (file.endTime - file.startTime) / 1000,
      passed: namesOf('passed').length,
      failed: failures.length,
      failures,
    };
  });
}

/** Returns a row for each kind of test, with the sums over its files. */
export function sumByKind(files) {
  const sum = (rows, key) => rows.reduce((total, row) => total + row[key], 0);
  return [...Map.groupBy(files, ({ kind }) => kind)].map(([name, rows]) => ({
    name,
    seconds: sum(rows, 'seconds'),
    passed: sum(rows, 'passed'),
    failed: sum(rows, 'failed'),
  }));
}
