import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
// Jest imports this file untransformed, so Node itself strips the types from its imports.
import { requireRoom } from './test/support/require-room.ts';

await requireRoom(fileURLToPath(new URL('node_modules', import.meta.url)));

/** Three sizes of test: pure units beside the code, the built server on real PostgreSQL, and a browser. */
const compile = (parser, transform) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', ...parser },
      transform,
      target: 'es2024',
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
  },
];

const swc = {
  '^.+\\.ts$': compile({ decorators: true }, { legacyDecorator: true, decoratorMetadata: true }),
  '^.+\\.tsx$': compile({ tsx: true }, { react: { runtime: 'automatic' } }),
};

const common = {
  // Beside the other caches. TMPDIR, where Jest would keep it, may have no room.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Packages and the built server are loaded once for each worker, not once for each file.
  runtime: '<rootDir>/test/support/jest/runtime.mjs',
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: swc,
  // TypeScript sources import each other as `.js`, the name they have once compiled.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts', '$1.tsx'] },
  modulePathIgnorePatterns: ['<rootDir>/data'],
};

const onDatabase = {
  ...common,
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

export default {
  // One more than there are cores, because tests of the server mostly wait for PostgreSQL. Each worker
  // may hold the connections of several servers; their PostgreSQL accepts five hundred.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  // Modules loaded by a test file are not all freed when it ends. A new worker loads the server again,
  // and starts servers and a browser of its own, which takes ten seconds of CPU time.
  workerIdleMemoryLimit: totalmem() >= 16e9 ? '2GB' : '1GB',
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/snippets/**/*.spec.ts',
        '<rootDir>/src/**/*.spec.ts',
        '<rootDir>/demo/**/*.spec.ts',
        '<rootDir>/web/src/**/*.spec.ts',
      ],
    },
    {
      ...common,
      displayName: 'component',
      testEnvironment: '<rootDir>/test/support/jest/dom-environment.mjs',
      moduleNameMapper: {
        ...common.moduleNameMapper,
        '\\.css$': '<rootDir>/test/support/jest/css-module.mjs',
      },
      testMatch: ['<rootDir>/web/src/**/*.spec.tsx'],
    },
    { ...onDatabase, displayName: 'drift', testMatch: ['<rootDir>/test/schema/*.e2e-spec.ts'] },
    {
      ...onDatabase,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/schema/'],
    },
    // Kills, upgrades, restarts, clocks, and attacks by many generated cases. See CONTRIBUTING.md.
    {
      ...onDatabase,
      displayName: 'endurance',
      testMatch: ['<rootDir>/test/**/*.endurance-spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/'],
    },
    {
      ...onDatabase,
      displayName: 'browser-endurance',
      globalSetup: '<rootDir>/test/support/browser-setup.mjs',
      testMatch: ['<rootDir>/test/browser/**/*.endurance-spec.ts'],
    },
    // Installs the package from the registry, which takes longer than other tests. See .ci/package.
    { ...common, displayName: 'package', testMatch: ['<rootDir>/test/**/*.package-spec.ts'] },
    // Needs a cluster, which .ci/citus starts.
    { ...onDatabase, displayName: 'citus', testMatch: ['<rootDir>/test/**/*.citus-spec.ts'] },
    // Needs a program that npm does not install; SPANDREL_TEST_SLAPD is its path. See .ci/run.
    { ...onDatabase, displayName: 'slapd', testMatch: ['<rootDir>/test/**/*.slapd-spec.ts'] },
    // Needs a program that npm does not install; SPANDREL_TEST_SCIM2 is its path. See .ci/run.
    { ...onDatabase, displayName: 'scim2', testMatch: ['<rootDir>/test/**/*.scim2-spec.ts'] },
    // Needs a program that npm does not install; SPANDREL_TEST_SCHEMATHESIS is its path. Takes minutes, so it
    // runs with the endurance tests.
    {
      ...onDatabase,
      displayName: 'schemathesis',
      testMatch: ['<rootDir>/test/**/*.schemathesis-spec.ts'],
    },
    // Needs a program that npm does not install; SPANDREL_TEST_HELM is its path. See .ci/run.
    { ...common, displayName: 'helm', testMatch: ['<rootDir>/test/**/*.helm-spec.ts'] },
    // Needs a model that npm does not install; SPANDREL_TEST_LOCAL_MODEL is its directory. See .ci/run.
    {
      ...onDatabase,
      displayName: 'local-model',
      testMatch: ['<rootDir>/test/**/*.local-model-spec.ts'],
    },
    {
      ...onDatabase,
      displayName: 'browser',
      globalSetup: '<rootDir>/test/support/browser-setup.mjs',
      testMatch: ['<rootDir>/test/**/*.browser-spec.ts'],
    },
  ],
};
