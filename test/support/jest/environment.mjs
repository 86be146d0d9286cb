import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { flushCompileCache } from 'node:module';

/** What Jest's runner keeps on the global object for one test file. */
const LEFT_BY_JEST = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);

/**
 * Runs test files in the realm of the worker itself, where `SharedModulesRuntime` finds the packages
 * it loads once. With a realm of its own for each file, an array of a test would not be an `Array`
 * to those packages.
 */
export default class WorkerEnvironment {
  global = globalThis;
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    const { console } = globalThis;
    const exit = Reflect.get(process, 'exit');
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
    // Workers are killed at the end, which discards their compile cache.
    flushCompileCache();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is none: `SharedModulesRuntime` never asks. Jest requires the method anyway. */
  getVmContext() {
    return null;
  }
}
