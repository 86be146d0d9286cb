import { globSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** Files that decide how all tests run. */
const OF_ALL_TESTS =
  /^((web\/)?package\.json|package-lock\.json|jest\.config\.mjs|test\/support\/([^/]+\.mjs|jest\/[^/]+(?<!-spec)\.(mjs|ts)))$/;

/** The files of the web app that every page depends on. */
const OF_ALL_PAGES = /^web\/(src\/app\/|src\/main\.tsx$|index\.html$|vite\.config\.)/;

/**
 * The tests of folders in `src` that are not, or not only, in the folder of that name in `test`. Those
 * of `.` hold for the server as a whole: how it starts and stops, and what each request passes through.
 */
const AREAS = {
  '.': ['access/access', 'command-line/process', 'health', 'http', 'ingest/shutdown'],
  spans: ['ingest', 'tracing/spans'],
  'kernel/access': ['access', 'kernel'],
  'kernel/http': ['http', 'kernel'],
  'database/migrations': ['database', 'upgrades'],
  audit: ['administration/audit-log'],
  'auth/password-changes': ['auth/own-account', 'auth/password-reset'],
  jobs: [
    'annotations/waiting-annotations',
    'datasets/uploads',
    'experiments/experiment-mutations',
    'mail',
    'projects',
    'retention',
  ],
  labels: ['datasets/labels', 'prompts/prompt-labels'],
  sealing: [
    'auth/second-factor',
    'experiments/jobs',
    'mail',
    'model-providers',
    'secrets',
    'webhooks',
  ],
  users: ['administration/users', 'users'],
};

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
 * Lists the tests that a file selects by its path, also if it is deleted. In the server, these are the
 * tests in `test` whose path starts like the folder of the file, or like the nearest folder above it that
 * has tests. Resolvers without tests of their own select those of their feature with `graphql` in their
 * name. Those of the web app are found by the name of their feature, and in `JOURNEYS` and `WALKS`.
 */
export function listTestsByPath(file) {
  if (OF_ALL_TESTS.test(file)) {
    return [
      ...list('{src,demo,web/src}/**/*.spec.{ts,tsx}'),
      ...list('test/**/*.{e2e,browser}-spec.ts'),
    ];
  }
  if (OF_ALL_PAGES.test(file)) return list('test/browser/every-page/*.browser-spec.ts');
  const [, feature] = /^web\/src\/features\/([^/]+)\//.exec(file) ?? [];
  if (feature) return listBrowserTests(feature);
  if (file.startsWith('src/')) {
    const folder = dirname(file.slice('src/'.length));
    return [
      ...listTestsOfFolder(folder),
      ...(folder.endsWith('/graphql') ? listResolverTests(folder) : []),
      ...list('test/schema/*-spec.ts'),
    ];
  }
  // Data of tests, such as the states that upgrades start from.
  const [, folder] = /^test\/(.+)\/[^/]+(?<!\.ts|\.mjs)$/.exec(file) ?? [];
  return folder ? listTestsOfFolder(folder) : [];
}

function listBrowserTests(feature) {
  const names = [`*${feature.replace(/s$/, '')}*`, ...(JOURNEYS[feature] ?? [])];
  const walks = [`*${feature}*`, ...(WALKS[feature] ?? [])].map((name) => `every-page/${name}`);
  return [...names, ...walks].flatMap((name) =>
    list(`test/browser/${name}.{browser,endurance}-spec.ts`),
  );
}

function listTestsOfFolder(folder) {
  const tests = (AREAS[folder] ?? [folder]).flatMap((start) =>
    list(`test/${start}{*,/**/*}.{e2e,endurance}-spec.ts`),
  );
  return tests.length > 0 || folder === '.' ? tests : listTestsOfFolder(dirname(folder));
}

function listResolverTests(folder) {
  if (listTestsOfFolder(folder).some((file) => basename(file).includes('graphql'))) return [];
  return list(`test/${folder.split('/')[0]}/*graphql*.e2e-spec.ts`);
}

function list(pattern) {
  return globSync(pattern).map((file) => resolve(file));
}
