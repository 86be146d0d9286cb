import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';

/** The globals that Jest's runner sets for each test file. */
const LEFT_BY_JEST = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);

/**
 * Runs test files in the worker's own realm, where `SharedModulesRuntime` loads packages once. If
 * each file had a separate realm, those packages would not recognize a test's arrays as `Array`s.
 */
export default class WorkerEnvironment {
  global = globalThis;
  fakeTimers = null;

  constructor({ projectConfig }, { testPath }) {
    this.testPath = testPath;
    this.startedAt = Date.now();
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    const { console } = globalThis;
    const exit = Reflect.get(process, 'exit');
    // For `endWithWorker`. Jest replaces `process.exit` with one that complains.
    globalThis.exitWorker ??= exit;
    const env = { ...process.env };
    const cwd = process.cwd();
    this.restore = () => {
      globalThis.console = console;
      process.exit = exit;
      for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
      Object.assign(process.env, env);
      process.chdir(cwd);
    };
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (LEFT_BY_JEST.has(symbol.description)) delete globalThis[symbol];
    }
    this.restore();
    this.recordRun();
    // Workers are killed at the end, which discards their compile cache.
    flushCompileCache();
  }

  /** Notes for `scripts/test-costs.mjs` when this worker ran the file, and what the file started. */
  recordRun() {
    const file = process.env.TEST_RUNS_FILE;
    if (!file) return;
    const { testPath: path, startedAt } = this;
    const counts = globalThis.testCounts ?? {};
    globalThis.testCounts = {};
    const row = { path, worker: process.pid, startedAt, endedAt: Date.now(), counts };
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Returns null because `SharedModulesRuntime` does not use it, but Jest requires the method. */
  getVmContext() {
    return null;
  }
}
