import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';

/** The users of CPU time, in the order of the report. */
const KINDS = ['worker', 'children', 'postgres', 'browser'];
const LISTED_FILES = 30;
const BUDGET = new URL('../test/budget.json', import.meta.url);
/** Files that cost less are not recorded one by one, only with their group. */
const RECORDED_SECONDS = 3;
/** How far a group may go beyond its budget until the run warns, and until it fails. */
const WARNING = 1.15;
const FAILURE = 1.4;
/** Groups of few seconds vary by some of them from run to run. */
const MAX_VARIED_SECONDS = 20;
/** On a machine that is slower by more than this, some tests slow down more than others, so none fails. */
const COMPARABLE = 1.5;
/** With more processes than this for each core, the tests compete with others for caches, so none fails. */
const BUSY = 3;

/**
 * Returns what each test file has cost: `{ path, seconds, counts }`. `seconds` has CPU seconds by kind,
 * and `counts` has what the file started. The path is empty for what belongs to no file.
 * @param records the file in which the workers have noted when each of them ran which file.
 * @param samples what a `CpuSampler` has seen during the run.
 */
export async function readCosts(records, samples) {
  const text = await readFile(records, 'utf8').catch(() => '');
  const lines = text.split('\n').filter(Boolean);
  const costs = lines.map((line) => ({ ...JSON.parse(line), seconds: {} }));
  const byWorker = Map.groupBy(costs, ({ worker }) => worker);
  const shared = { path: '', counts: {}, seconds: {} };
  for (const { at, worker, kind, seconds } of samples) {
    // Between two files, a worker still ends what the first of them has started.
    const cost = byWorker.get(worker)?.findLast(({ startedAt }) => startedAt <= at) ?? shared;
    cost.seconds[kind] = (cost.seconds[kind] ?? 0) + seconds;
  }
  return [...costs, shared];
}

/** Returns the CPU seconds of some costs, also by kind. */
function sum(costs) {
  const byKind = KINDS.map((kind) =>
    costs.reduce((total, { seconds }) => total + (seconds[kind] ?? 0), 0),
  );
  return { byKind, total: byKind.reduce((total, part) => total + part, 0) };
}

/**
 * Prints what each group of tests cost, and the most expensive files.
 * @param groupOf returns the group of a path.
 */
export function printCosts(costs, groupOf) {
  if (sum(costs).total === 0) return;
  const header = ['CPU seconds', 'files', ...KINDS, 'together'];
  const rows = groupCosts(costs, groupOf).map(([group, ofGroup]) => {
    const { byKind, total } = sum(ofGroup);
    return [group, String(ofGroup.length), ...[...byKind, total].map((part) => part.toFixed(1))];
  });
  for (const row of [header, ...rows]) process.stdout.write(`${toLine(row)}\n`);
  process.stdout.write('\nThe most expensive files, in CPU seconds:\n');
  const files = costs.filter(({ path }) => path !== '');
  const ranked = files.toSorted((one, other) => sum([other]).total - sum([one]).total);
  for (const cost of ranked.slice(0, LISTED_FILES)) {
    const seconds = sum([cost]).total.toFixed(1).padStart(8);
    process.stdout.write(`${seconds}  ${relative('.', cost.path)}${describeStarts(cost.counts)}\n`);
  }
  const started = files.reduce((all, { counts }) => {
    for (const [what, count] of Object.entries(counts)) all[what] = (all[what] ?? 0) + count;
    return all;
  }, {});
  process.stdout.write(`\nStarted by all files${describeStarts(started)}\n`);
}

function groupCosts(costs, groupOf) {
  return [...Map.groupBy(costs, ({ path }) => (path === '' ? 'shared' : groupOf(path)))];
}

function toLine([name, ...cells]) {
  return name.padEnd(14) + cells.map((cell) => cell.padStart(10)).join('');
}

function describeStarts(counts) {
  const parts = Object.entries(counts).map(([what, count]) => `${count} × ${what}`);
  return parts.length > 0 ? `: ${parts.join(', ')}` : '';
}

/** Reads the budget: the CPU seconds of groups and files, and how slow the machine was. */
export async function readBudget() {
  return JSON.parse(await readFile(BUDGET, 'utf8'));
}

/**
 * Compares what each group cost with its budget.
 * @param machine what a `SpeedProbe` has measured during the run.
 * @param isMeasured whether this system has the `/proc` that a `CpuSampler` looks into.
 * @returns whether all groups are within what is allowed, and a text that has a warning for each group
 * that is above its budget, with the files that have grown.
 */
export function compareWithBudget(
  budget,
  costs,
  groupOf,
  { speed, load },
  isMeasured = existsSync('/proc/self/stat'),
) {
  if (!isMeasured) {
    return { isWithin: true, text: '\nCosts are not measured here, because there is no /proc.\n' };
  }
  if (!(speed > 0)) {
    return { isWithin: false, text: '\nFailed: the speed of this machine was not measured.\n' };
  }
  const slowness = speed / budget.speed;
  // What takes longer on this machine than on the one of the budget may take longer here, too. A faster
  // machine is allowed no less: the fixed work may have gained more than the tests.
  const factor = Math.max(1, slowness);
  const isBusy = load > BUSY;
  const canFail = factor < COMPARABLE && !isBusy;
  let text = `\nThis machine was ${slowness.toFixed(2)} times as slow as that of the budget`;
  if (isBusy) text += ` and busy (${load.toFixed(1)} processes for each core)`;
  text += canFail ? '.\n' : ', so the budget only warns.\n';
  let isWithin = true;
  const byGroup = new Map(groupCosts(costs, groupOf));
  for (const group of new Set([...Object.keys(budget.groups), ...byGroup.keys()])) {
    const ofGroup = byGroup.get(group) ?? [];
    const compared = compareGroup(group, ofGroup, budget, factor, canFail);
    isWithin &&= compared.isWithin;
    text += compared.text;
  }
  return { isWithin, text };
}

function compareGroup(group, costs, budget, factor, canFail) {
  const allowed = budget.groups[group];
  const { total } = sum(costs);
  if (allowed === undefined) {
    const text = `\n${group} tests have no budget. \`npm test -- --write-budget\` adds one.\n`;
    return { isWithin: true, text };
  }
  if (total === 0 && allowed > 0) {
    return { isWithin: false, text: `\nFailed: nothing was measured of the ${group} tests.\n` };
  }
  const share = total / (allowed * factor);
  if (share < WARNING) return { isWithin: true, text: '' };
  const isFailure = canFail && share >= FAILURE && total - allowed * factor > MAX_VARIED_SECONDS;
  const percent = Math.round((share - 1) * 100);
  let text = `\n${isFailure ? 'Failed' : 'Warning'}: ${group} tests cost ${percent} % more than their budget.\n`;
  for (const { path, before, now } of listGrown(costs, budget.files, factor)) {
    text += `  ${path}: ${before.toFixed(1)} s → ${now.toFixed(1)} s\n`;
  }
  return { isWithin: !isFailure, text };
}

/** Lists the files that cost more than before, those that have grown most first. */
function listGrown(costs, recorded, factor) {
  return costs
    .filter(({ path }) => path !== '')
    .map((cost) => {
      const path = relative('.', cost.path);
      const before = (recorded[path] ?? RECORDED_SECONDS) * factor;
      return { path, before, now: sum([cost]).total };
    })
    .filter(({ before, now }) => now > before * WARNING)
    .toSorted((one, other) => other.now - other.before - (one.now - one.before))
    .slice(0, LISTED_FILES);
}

/** Makes what the tests cost today their budget. */
export async function writeBudget(costs, groupOf, speed) {
  const round = (seconds) => Math.round(seconds * 10) / 10;
  const groups = groupCosts(costs, groupOf)
    .map(([group, ofGroup]) => [group, Math.round(sum(ofGroup).total)])
    .toSorted(([one], [other]) => one.localeCompare(other));
  const files = costs
    .map((cost) => [relative('.', cost.path), round(sum([cost]).total)])
    .filter(([path, seconds]) => path !== '' && seconds > RECORDED_SECONDS)
    .toSorted(([one], [other]) => one.localeCompare(other));
  const budget = {
    speed: Number(speed.toFixed(3)),
    groups: Object.fromEntries(groups),
    files: Object.fromEntries(files),
  };
  await writeFile(BUDGET, `${JSON.stringify(budget, null, 2)}\n`);
}
