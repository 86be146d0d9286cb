import { rm } from 'node:fs/promises';

/** Stops what `global-setup.mjs` started, and removes its files. */
export default async function tearDown() {
  // Exists only if Jest ran the tests in this process, without workers.
  await globalThis.testBrowser?.close();
  if (!globalThis.testPostgres) return;
  await globalThis.testPostgres.stop();
  await rm(globalThis.testPostgres.directory, { recursive: true, force: true });
}
