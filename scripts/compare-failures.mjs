/**
 * Compares the failures of a run of Jest with those that are expected. Prints the others, and a closing
 * line. The exit code is 1 if there are others.
 *
 *   node scripts/compare-failures.mjs <report of jest --json> <file with regular expressions>
 */
import { readFile } from 'node:fs/promises';

const [report, patterns] = process.argv.slice(2);
const expected = (await readFile(patterns, 'utf8'))
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => new RegExp(line));
const { testResults } = JSON.parse(await readFile(report, 'utf8'));
const tests = testResults.flatMap(({ assertionResults, message, name }) =>
  assertionResults.length > 0 ? assertionResults : [{ status: 'failed', title: name, message }],
);
const failed = tests
  .filter(({ status }) => status === 'failed')
  .map(({ ancestorTitles = [], title }) => [...ancestorTitles, title].join(' › '));
const others = failed.filter((name) => !expected.some((pattern) => pattern.test(name)));
for (const name of others) console.log(`failed: ${name}`);
const passed = tests.filter(({ status }) => status === 'passed').length;
console.log(`${failed.length - others.length} failed as expected`);
console.log(`${passed} passed, ${others.length} failed`);
process.exitCode = others.length > 0 ? 1 : 0;
