/**
 * Plants small faults in the sources, one at a time, and tells which of them the tests find. Whoever moves
 * or rewrites tests can show with it that they still hold what they held. Build first.
 *
 * A fault is `broken` if tests cannot even be loaded with it, and `doubtful` if the tests that failed with it
 * also fail without it. Both count as not found.
 *
 *   node scripts/mutate.mjs --seed=7 --count=50        the faults that this seed chooses
 *   node scripts/mutate.mjs --list=faults.json         those of a file that `--seed … --write=…` has written
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { selectChecks } from './changed.mjs';
import { chooseMutations } from './mutations.mjs';

/** A fault can make tests wait forever. They have found it then. */
const MAX_MS = 8 * 60_000;
const REPORT = join(tmpdir(), `mutation-${process.pid}.json`);
const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--bail=1',
  '--silent',
];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '50' },
    list: { type: 'string' },
    write: { type: 'string' },
  },
});
const mutations = values.list
  ? JSON.parse(await readFile(values.list, 'utf8'))
  : chooseMutations(Number(values.seed), Number(values.count));
if (values.write) await writeFile(values.write, `${JSON.stringify(mutations, null, 2)}\n`);
else await tryAll(mutations);

async function tryAll(all) {
  let found = 0;
  for (const mutation of all) {
    const { outcome, failed } = await tryOne(mutation);
    found += Number(isFound(outcome));
    const { path, line, was, text } = mutation;
    console.log(`${outcome.padEnd(9)} ${path}:${line}  ${shorten(was)} → ${shorten(text)}`);
    if (isFound(outcome))
      console.log(`          by ${failed.map((test) => relative('.', test)).join(', ')}`);
  }
  console.log(`${found} of ${all.length} faults were found.`);
}

async function tryOne({ path, start, end, was, text }) {
  const source = await readFile(path, 'utf8');
  if (source.slice(start, end) !== was) throw new Error(`${path} has changed since the list.`);
  const target = path.startsWith('src/') ? `dist/${path.replace(/\.ts$/, '.js')}` : undefined;
  const built = target && existsSync(target) ? await readFile(target, 'utf8') : undefined;
  const faulty = source.slice(0, start) + text + source.slice(end);
  let result;
  try {
    await writeFile(path, faulty);
    if (built !== undefined) await writeFile(target, transpile(path, faulty));
    result = await runTests(path);
  } finally {
    await writeFile(path, source);
    if (built !== undefined) await writeFile(target, built);
    if (result?.inBrowser) buildWeb();
  }
  if (!isFound(result.outcome)) return result;
  const control = await runJest(result.failed);
  return control.outcome === 'survived' ? result : { ...control, outcome: 'doubtful' };
}

function isFound(outcome) {
  return outcome === 'caught' || outcome === 'timed out';
}

/** Runs the tests of a changed file; those in a browser last, because they need a build. */
async function runTests(path) {
  const { tests } = selectChecks([path]);
  const inBrowser = tests.filter((test) => test.includes('/test/browser/'));
  const others = tests.filter((test) => !inBrowser.includes(test));
  const result = await runJest(others);
  if (result.outcome !== 'survived' || inBrowser.length === 0) return result;
  buildWeb();
  return { ...(await runJest(inBrowser)), inBrowser: true };
}

function buildWeb() {
  spawnSync('npm', ['run', '--silent', 'build:web'], { stdio: 'ignore' });
}

/** `failed` has the files with tests that failed, or all files if they did not end. */
async function runJest(tests) {
  if (tests.length === 0) return { outcome: 'survived', failed: [] };
  const report = ['--json', `--outputFile=${REPORT}`];
  const child = spawn(process.execPath, [...JEST, ...report, '--runTestsByPath', ...tests], {
    stdio: 'ignore',
    timeout: MAX_MS,
  });
  const [code, signal] = await once(child, 'close');
  if (signal !== null) return { outcome: 'timed out', failed: tests };
  if (code === 0) return { outcome: 'survived', failed: [] };
  const { numFailedTests, testResults } = JSON.parse(await readFile(REPORT, 'utf8'));
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return { outcome: numFailedTests > 0 ? 'caught' : 'broken', failed };
}

/** Compiles one file like the build, whose plugins only change kinds of files that have no faults. */
function transpile(path, text) {
  const { config } = ts.readConfigFile('tsconfig.build.json', (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  // One file alone does not tell that its package consists of ES modules.
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(text, { compilerOptions, fileName: path }).outputText;
}

function shorten(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
