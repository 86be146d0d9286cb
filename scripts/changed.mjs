import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const FORMATTED = /\.(ts|tsx|mjs|json|md|css|html|yml|yaml)$/;
const LINTED = /\.(ts|tsx|mjs)$/;

/** The browser tests of a feature of the web app, besides those whose file has its name. */
const JOURNEYS = {
  alerts: ['project-upkeep'],
  annotations: ['annotate', 'review'],
  masking: ['project-upkeep'],
  'model-providers': ['settings'],
  models: ['projects'],
  onboarding: ['lists'],
  profile: ['second-factor'],
  project: ['charts', 'dashboards', 'lists', 'query-bar'],
  retention: ['project-upkeep'],
  sampling: ['project-upkeep'],
  'sign-in': ['profile', 'second-factor'],
  webhooks: ['project-upkeep'],
};

/**
 * The walks in `test/browser/every-page` over the pages of a feature of the web app, besides those
 * whose file has its name.
 */
const WALKS = {
  alerts: ['project-work'],
  annotations: ['project-work', 'traces'],
  'evaluation-rules': ['project-work'],
  evaluators: ['prompts'],
  experiments: ['datasets'],
  masking: ['project-work'],
  'model-providers': ['settings'],
  models: ['settings'],
  playground: ['prompts'],
  profile: ['settings'],
  project: ['traces'],
  projects: ['traces'],
  'project-access': ['project-work'],
  retention: ['settings'],
  sampling: ['project-work'],
  'sign-in': ['settings'],
  webhooks: ['settings'],
};

/**
 * Lists the files that differ from `ref`, committed or not, without deleted ones. By default, these
 * are the changes of the current branch since it left `main`.
 */
export function listChangedFiles(ref = findMain()) {
  const base = git('merge-base', ref, 'HEAD')[0];
  const changed = git('diff', '--name-only', '--diff-filter=d', base);
  return [...changed, ...git('ls-files', '--others', '--exclude-standard')];
}

function findMain() {
  return git('branch', '--all', '--format=%(refname:short)').includes('origin/main')
    ? 'origin/main'
    : 'main';
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/**
 * Selects the steps and tests for some files: the static checks of these files, the unit tests that
 * import them, and the other tests of the same feature, also those of the endurance suite.
 * @returns `steps`, and the paths of `tests`.
 */
export function selectChecks(files) {
  const formatted = files.filter((file) => FORMATTED.test(file));
  const linted = files.filter((file) => LINTED.test(file));
  const isWeb = (file) => file.startsWith('web/');
  const isServer = (file) => /^(src|bench)\//.test(file);
  const steps = [
    { script: 'build:server', args: [], wanted: files.some(isServer) || !existsSync('dist/src') },
    { script: 'build:web', args: [], wanted: files.some(isWeb) || !existsSync('dist/web') },
    // Of all files, because a change can break the types of files that import it.
    { script: 'lint', args: [], wanted: linted.length > 0 },
    { script: 'format', args: [], wanted: formatted.length > 0 },
    { script: 'prose', args: [], wanted: formatted.length > 0 },
    { script: 'deps', args: [], wanted: linted.length > 0 },
  ];
  // Other tests import the types of the whole server, so their imports are not conclusive.
  const tests = new Set([
    ...listTestsThatImport(
      linted.filter((file) => !file.startsWith('test/')),
      ['unit'],
    ),
    ...listComponentTests(linted.filter(isWeb)),
    ...listTestsThatImport(
      linted.filter((file) => file.startsWith('test/')),
      [
        'e2e',
        'endurance',
        'browser-endurance',
        'drift',
        'browser',
        'slapd',
        'helm',
        'local-model',
        'scim2',
      ],
    ),
    ...files.flatMap(listTestsOfFeature),
  ]);
  return {
    steps: steps.filter(({ wanted }) => wanted),
    tests: [...tests],
  };
}

/** Lists the test files of some projects that import one of these files, directly or indirectly. */
function listTestsThatImport(files, projects) {
  if (files.length === 0) return [];
  const selection = ['--selectProjects', ...projects, '--findRelatedTests', ...files];
  const output = execFileSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--listTests', '--json', ...selection],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return JSON.parse(output.slice(output.indexOf('[')));
}

/**
 * Lists the component tests that import one of these files. Their support imports the router, and so
 * every page: a change in one feature selects no tests of other features.
 */
function listComponentTests(files) {
  const folderOf = (file) => /\bweb\/src\/features\/[^/]+\//.exec(file)?.[0];
  const changed = new Set(files.map(folderOf));
  return listTestsThatImport(files, ['component']).filter((test) => {
    const folder = folderOf(test);
    return changed.has(undefined) || folder === undefined || changed.has(folder);
  });
}

/**
 * Lists the test files in `test` whose path starts like the folder of a source file, or like the
 * nearest folder above it that has tests. Those of the web app are found by the name of their
 * feature, and in `JOURNEYS` and `WALKS`.
 */
function listTestsOfFeature(file) {
  const [, feature] = /^web\/src\/features\/([^/]+)\//.exec(file) ?? [];
  if (feature) {
    const names = [`*${feature.replace(/s$/, '')}*`, ...(JOURNEYS[feature] ?? [])];
    const walks = [`*${feature}*`, ...(WALKS[feature] ?? [])].map((name) => `every-page/${name}`);
    return [...names, ...walks].flatMap((name) =>
      listTests(`browser/${name}.{browser,endurance}-spec.ts`),
    );
  }
  if (!file.startsWith('src/')) return [];
  for (let folder = dirname(file); folder !== 'src'; folder = dirname(folder)) {
    const tests = listTests(`${folder.slice('src/'.length)}{*,/**/*}.{e2e,endurance}-spec.ts`);
    if (tests.length > 0) return [...tests, ...listTests('schema/*.e2e-spec.ts')];
  }
  return listTests('schema/*.e2e-spec.ts');
}

function listTests(pattern) {
  return globSync(`test/${pattern}`).map((file) => resolve(file));
}
