import { rm } from 'node:fs/promises';

/** Stops what `global-setup.mjs` and `browser-setup.mjs` started, and removes its files. */
export default async function tearDown() {
  await Promise.all((globalThis.testBrowsers ?? []).map((browser) => browser.close()));
  delete globalThis.testBrowsers;
  if (!globalThis.testPostgres) return;
  await globalThis.testPostgres.stop();
  await rm(globalThis.testPostgres.dataDir, { recursive: true, force: true });
}
