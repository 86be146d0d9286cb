/**
 * Renders the Helm chart with each file in `values` and writes what it becomes to `rendered`, where
 * tests check it without Helm. Run it after changes of the chart:
 *
 *   npm run chart
 *
 * SPANDREL_TEST_HELM is the path of Helm, by default `helm`.
 */
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CHART = fileURLToPath(new URL('../../charts/spandrel', import.meta.url));
const VALUES = fileURLToPath(new URL('values', import.meta.url));
const RENDERED = fileURLToPath(new URL('rendered', import.meta.url));

const run = promisify(execFile);

/** Runs Helm. @throws with what it says if it fails. */
export async function helm(...args: string[]): Promise<string> {
  const { stdout } = await run(process.env['SPANDREL_TEST_HELM'] ?? 'helm', args);
  return stdout;
}

/** Lists the names of the values. */
export async function listValues(): Promise<string[]> {
  return (await readdir(VALUES)).toSorted();
}

/** Returns what the chart becomes with values. */
export function renderChart(name: string, ...args: string[]): Promise<string> {
  const values = ['--values', join(VALUES, name)];
  return helm('template', 'spandrel', CHART, '--namespace', 'observability', ...values, ...args);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of await listValues()) {
    await writeFile(join(RENDERED, name), await renderChart(name));
  }
}
