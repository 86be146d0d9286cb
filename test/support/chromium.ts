import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { endWithWorker } from './jest/end-with-worker.js';

/** Kept in the worker's realm, because each test file loads this module again. */
const worker = globalThis as { testBrowser?: Browser };

/**
 * Returns the Chromium of this Jest worker, which all its test files use. Starts it if it is not
 * running. Each worker has its own, because each Chromium has only one clipboard; and Playwright
 * runs in the worker, because another process would have to read and write every message again.
 */
export async function chromiumOfWorker(): Promise<Browser> {
  if (worker.testBrowser?.isConnected()) return worker.testBrowser;
  const settings = process.env['TEST_BROWSER'];
  if (!settings) throw new Error('TEST_BROWSER is not set: browser-setup.mjs did not run.');
  const { env, ...options } = JSON.parse(settings) as LaunchOptions;
  // Playwright then ends Chromium, which would keep the process alive.
  endWithWorker();
  worker.testBrowser = await chromium.launch({ ...options, env: { ...process.env, ...env } });
  return worker.testBrowser;
}
