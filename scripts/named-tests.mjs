import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { kindOf } from './jest-report.mjs';

/** The test files of the projects in `jest.config.mjs`. */
const TEST_FILE =
  /^((src|demo|web\/src)\/.*\.spec\.ts|web\/src\/.*\.spec\.tsx|test\/.*\.[\w-]+-spec\.ts)$/;
/** The kinds of tests that run without the built server. */
const WITHOUT_BUILD = new Set(['unit', 'component', 'helm']);
/** Tests that open the built web app. */
const OF_WEB_APP = /^test\/(browser|package)\//;

/**
 * Selects test files that somebody has named, and the builds that they need.
 * @param missing the kinds of tests that cannot run here, with the variable that each needs.
 * @returns `steps`, and the paths of `tests`.
 * @throws Error with one sentence if a path is no test file, or is one that cannot run here.
 */
export function selectNamedTests(paths, missing = {}) {
  const names = paths.map((path) => relative('.', resolve(path)));
  const kinds = new Set();
  for (const [at, name] of names.entries()) {
    if (!TEST_FILE.test(name) || !existsSync(name)) {
      throw new Error(`"${paths[at]}" is not a test file.`);
    }
    const kind = kindOf(resolve(name));
    if (missing[kind]) throw new Error(`"${paths[at]}" needs ${missing[kind]}.`);
    kinds.add(kind);
  }
  const needsServer = [...kinds].some((kind) => !WITHOUT_BUILD.has(kind));
  const builds = [
    ...(needsServer ? ['build:server'] : []),
    ...(names.some((name) => OF_WEB_APP.test(name)) ? ['build:web'] : []),
  ];
  return {
    steps: builds.map((script) => ({ script, args: [] })),
    tests: names.map((name) => resolve(name)),
  };
}
