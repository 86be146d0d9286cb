/**
 * Runs the checks of the project and continues after a failure, so that one run reports everything. The
 * last line is `N passed, N failed`: one for each test, and one for each step that runs no tests.
 * The exit code is 1 if anything failed.
 *
 *   npm test                       everything but the endurance tests
 *   npm test -- --endurance        the builds and the endurance tests
 *   npm test -- --endurance-if=900 everything, then the endurance tests if 900 seconds have not passed
 *   npm test -- <file> …           only these test files, with the builds that they need
 *   npm test -- --changed [ref]    checks and tests for files that differ from `ref` (default: main)
 *   npm test -- --static           the steps that run no tests
 *   npm test -- --shard=1/4        a quarter of the tests, with the builds they need
 *   npm test -- --write-budget     everything, and makes what it cost the new budget
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listChangedFiles, selectChecks } from './changed.mjs';
import { CpuSampler } from './cpu-sampler.mjs';
import { kindOf, readReport, sumByKind } from './jest-report.mjs';
import { SpeedProbe } from './machine-speed.mjs';
import { selectNamedTests } from './named-tests.mjs';
import {
  compareWithBudget,
  printCosts,
  readBudget,
  readCosts,
  writeBudget,
} from './test-costs.mjs';

/** The builds of the server, and of the web app that browser tests open. */
const BUILDS = ['build:server', 'build:web'];
/** The slowest come first. */
const STATIC_CHECKS = ['lint', 'format', 'prose', 'deps', 'unused'];
/**
 * The type checker of the linter is written in Go. If it collects less garbage, it takes a quarter
 * less CPU time, and 8 GB of memory instead of 6.6.
 */
const STEP_ENVIRONMENT = { ...(totalmem() >= 16e9 && { GOGC: '400' }), ...process.env };
/** Jest's projects that need what npm does not install, with the variables that say where it is. */
const OPTIONAL = {
  citus: 'SPANDREL_TEST_CITUS',
  slapd: 'SPANDREL_TEST_SLAPD',
  helm: 'SPANDREL_TEST_HELM',
  'local-model': 'SPANDREL_TEST_LOCAL_MODEL',
  scim2: 'SPANDREL_TEST_SCIM2',
  schemathesis: 'SPANDREL_TEST_SCHEMATHESIS',
};
const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--errorOnDeprecated',
  '--silent=false',
];

/** Reports of runs are beside Jest's cache, because TMPDIR may have no room. */
const REPORTS = 'node_modules/.cache';

/** If more test files fail, the change is to blame, not the machine. */
const MAX_REPEATED = 10;

/** Jest's projects that `npm test` runs, and those that take kills, restarts, clocks and many cases. */
const EVERYDAY = ['unit', 'component', 'drift', 'e2e', 'browser'];
const ENDURANCE = ['endurance', 'browser-endurance'];
/** Those of `OPTIONAL` that run with the endurance tests. */
const LONG = new Set(['schemathesis']);

const startedAt = performance.now();
const plan = planChecks();
const results = await runSteps(plan.steps);
const stepsSeconds = secondsSince(startedAt);
const notes = [];
for (const run of plan.runs) {
  if (run.startsWithinSeconds !== undefined && secondsSince(startedAt) > run.startsWithinSeconds) {
    notes.push('Not run: endurance tests, because the others took too long.');
  } else {
    results.push(...(await runJest(run)));
  }
}
printSummary(results);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;

/**
 * Plans what the command line requests: npm scripts with their arguments, and runs of Jest, each with
 * its projects and arguments.
 */
function planChecks() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'boolean' },
      endurance: { type: 'boolean' },
      'endurance-if': { type: 'string' },
      static: { type: 'boolean' },
      shard: { type: 'string' },
      'write-budget': { type: 'boolean' },
    },
  });
  const toSteps = (scripts) => scripts.map((script) => ({ script, args: [] }));
  if (positionals.length > 0 && !values.changed) return planNamedTests(values, positionals);
  if (values.static) return { steps: toSteps(STATIC_CHECKS), runs: [] };
  const found = Object.keys(OPTIONAL).filter((project) => process.env[OPTIONAL[project]]);
  const isLong = (project) => LONG.has(project);
  const everyday = {
    projects: [...EVERYDAY, ...found.filter((project) => !isLong(project))],
    args: [],
  };
  const endurance = { projects: [...ENDURANCE, ...found.filter(isLong)], args: [] };
  if (values.changed) {
    const { steps, tests } = selectChecks(listChangedFiles(positionals[0]));
    const projects = [...everyday.projects, ...endurance.projects];
    const runs = tests.length > 0 ? [{ projects, args: ['--runTestsByPath', ...tests] }] : [];
    return { steps, runs };
  }
  if (values.shard) {
    const run = { ...everyday, args: [`--shard=${values.shard}`] };
    return { steps: toSteps(BUILDS), runs: [run] };
  }
  if (values.endurance) return { steps: toSteps(BUILDS), runs: [endurance] };
  const runs = [{ ...everyday, isWhole: true, writesBudget: values['write-budget'] }];
  if (values['endurance-if']) {
    runs.push({ ...endurance, startsWithinSeconds: Number(values['endurance-if']) });
  }
  return { steps: toSteps([...BUILDS, ...STATIC_CHECKS]), runs };
}

/** Plans runs of test files that the command line names. */
function planNamedTests(options, paths) {
  if (Object.keys(options).length > 0) refuse('Test files cannot be combined with options.');
  const [found, missing] = [true, false].map((isSet) =>
    Object.entries(OPTIONAL).filter(([, variable]) => Boolean(process.env[variable]) === isSet),
  );
  const projects = [...EVERYDAY, ...ENDURANCE, 'package', ...found.map(([project]) => project)];
  try {
    const { steps, tests } = selectNamedTests(paths, Object.fromEntries(missing));
    return { steps, runs: [{ projects, args: ['--runTestsByPath', ...tests] }] };
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Runs as many steps at a time as there are cores. */
async function runSteps(waiting) {
  const rows = [];
  const queue = [...waiting];
  const work = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) rows.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return rows;
}

/** Runs one npm script. Prints its output when it ends, so that outputs do not mix. */
async function runStep({ script, args }) {
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: STEP_ENVIRONMENT,
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  const [code] = await once(child, 'close');
  process.stdout.write(`\n=== ${script} ===\n${Buffer.concat(output).toString()}`);
  const passed = code === 0;
  return { name: script, seconds: secondsSince(started), passed: +passed, failed: +!passed };
}

/** Runs tests at once, with one PostgreSQL, and returns a row for each kind. */
async function runJest({ projects, args, isWhole, writesBudget }) {
  process.stdout.write('\n=== tests ===\n');
  const { code, files, costs, machine } = await runTestFiles(projects, args);
  if (!files) return [{ name: 'jest', seconds: 0, passed: 0, failed: 1 }];
  printCosts(costs, kindOf);
  const budget = isWhole ? await checkBudget(costs, machine, writesBudget) : [];
  const failed = files.filter((file) => file.failed > 0);
  if (failed.length > 0 && failed.length <= MAX_REPEATED && process.env.CI) {
    return [...sumByKind(await repeat(projects, files, failed)), ...budget];
  }
  const rows = [...sumByKind(files), ...budget];
  // For example a teardown that failed after the last test.
  const failedOtherwise = code !== 0 && failed.length === 0;
  return failedOtherwise ? [...rows, { name: 'jest', seconds: 0, passed: 0, failed: 1 }] : rows;
}

/** Compares what the tests cost with their budget in CI, and returns a row for that. */
async function checkBudget(costs, machine, writesBudget) {
  if (writesBudget) {
    await writeBudget(costs, kindOf, machine.speed);
    return [];
  }
  if (!process.env.CI) return [];
  const { isWithin, text } = compareWithBudget(await readBudget(), costs, kindOf, machine);
  process.stdout.write(text);
  return [{ name: 'budget', seconds: 0, passed: Number(isWithin), failed: Number(!isWithin) }];
}

/**
 * A machine that others share can pause for seconds, which no time limit of a test allows for. So CI
 * runs failed files again, one after the other, and the second result counts. What passed only then
 * is listed, because it has a race that should be removed.
 */
async function repeat(projects, files, failed) {
  process.stdout.write('\n=== failed tests, once more ===\n');
  const paths = failed.map(({ path }) => path);
  const again = await runTestFiles(projects, ['--maxWorkers=1', '--runTestsByPath', ...paths]);
  const second = new Map(again.files?.map((file) => [file.path, file]));
  for (const { path, failures } of failed) {
    if (second.get(path)?.failed !== 0) continue;
    for (const name of failures) process.stdout.write(`Passed only when repeated: ${name}\n`);
  }
  return files.map((file) => second.get(file.path) ?? file);
}

/**
 * Runs test files. Returns Jest's exit code, what happened in each file unless Jest crashed, what each
 * has cost, and how slow the machine was.
 */
async function runTestFiles(projects, args) {
  await mkdir(REPORTS, { recursive: true });
  const directory = await mkdtemp(resolve(REPORTS, 'spandrel-report-'));
  const report = join(directory, 'report.json');
  const records = join(directory, 'runs.ndjson');
  const selection = ['--selectProjects', ...projects, '--json', `--outputFile=${report}`];
  const sampler = new CpuSampler();
  const probe = new SpeedProbe();
  sampler.start();
  probe.start();
  const child = spawn(process.execPath, [...JEST, ...selection, ...args], {
    env: { ...process.env, TEST_RUNS_FILE: records },
    // With --json, Jest also prints the report to stdout; the readable output goes to stderr.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  sampler.stop();
  const files = await readReport(report);
  const costs = await readCosts(records, sampler.samples);
  await rm(directory, { recursive: true, force: true });
  return { code, files, costs, machine: await probe.stop() };
}

function printSummary(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const together = {
    name: 'together',
    seconds: secondsSince(startedAt),
    passed: sum('passed'),
    failed: sum('failed'),
  };
  process.stdout.write(`\n${[...rows, together].map(summaryLine).join('')}`);
  const testsSeconds = together.seconds - stepsSeconds;
  process.stdout.write(
    '\nSteps and test files run in parallel, so their seconds overlap. ' +
      `The steps took ${stepsSeconds.toFixed(1)} s, the tests ${testsSeconds.toFixed(1)} s.\n`,
  );
  for (const [project, variable] of plan.runs.length > 0 ? Object.entries(OPTIONAL) : []) {
    if (!process.env[variable])
      notes.push(`Not run: ${project} tests, because ${variable} is not set.`);
  }
  for (const note of notes) process.stdout.write(`${note}\n`);
  process.stdout.write(`\n${together.passed} passed, ${together.failed} failed\n`);
}

function summaryLine({ name, seconds, passed, failed }) {
  const time = `${seconds.toFixed(1)} s`.padStart(10);
  const failures = failed > 0 ? `${failed} FAILED`.padStart(12) : '';
  return `${name.padEnd(14)}${time}${`${passed} passed`.padStart(14)}${failures}\n`;
}

function secondsSince(moment) {
  return (performance.now() - moment) / 1000;
}
