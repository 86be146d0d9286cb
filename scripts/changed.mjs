import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { listTestsByPath } from './tests-by-path.mjs';

const FORMATTED = /\.(ts|tsx|mjs|json|md|css|html|yml|yaml)$/;
const LINTED = /\.(ts|tsx|mjs)$/;
/** The files that tests read instead of importing them, such as the schemas and the access matrix. */
const READ = /\.(graphql|json)$/;
/** The folders whose modules most tests of the server import, if only for their types. */
const SOURCES = /^(src|web|bench|demo)\//;

/**
 * Lists the files that differ from `ref`, committed or not, also deleted ones and the old names of
 * moved ones. By default, these are the changes of the current branch since it left `main`.
 */
export function listChangedFiles(ref = findMain()) {
  const base = git('merge-base', ref, 'HEAD')[0];
  const changed = git('diff', '--name-only', '--no-renames', base);
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
 * import them, and the other tests of the same feature, also those of the endurance suite. Of a deleted
 * file, these are the unit tests beside it, and the other tests of its feature.
 * @returns `steps`, and the paths of `tests`.
 */
export function selectChecks(files) {
  const present = files.filter((file) => existsSync(file));
  const deleted = files.filter((file) => !present.includes(file));
  const formatted = present.filter((file) => FORMATTED.test(file));
  const linted = files.filter((file) => LINTED.test(file));
  // The bundle of the web app has packages in it.
  const isWeb = (file) => /^(web\/|package-lock\.json$)/.test(file);
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
  const modules = present.filter((file) => LINTED.test(file));
  const read = files.filter((file) => READ.test(file) && !SOURCES.test(file));
  // Other tests import the types of the whole server, so their imports are not conclusive.
  const tests = new Set([
    ...listTestsThatImport(
      modules.filter((file) => !file.startsWith('test/')),
      ['unit'],
    ),
    ...listComponentTests(modules.filter(isWeb)),
    ...listTestsThatImport(
      [...modules.filter((file) => !SOURCES.test(file)), ...listReaders(read)],
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
        'schemathesis',
      ],
    ),
    ...deleted
      .flatMap((file) => globSync(`${dirname(file)}/*.spec.{ts,tsx}`))
      .map((file) => resolve(file)),
    ...files.flatMap(listTestsByPath),
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

/** Lists the modules in `test` that name one of these files. */
function listReaders(files) {
  if (files.length === 0) return [];
  const names = files.map((file) => basename(file));
  return globSync('test/**/*.ts').filter((file) => {
    const text = readFileSync(file, 'utf8');
    return names.some((name) => text.includes(name));
  });
}
