import { rm } from 'node:fs/promises';

/** Stops the PostgreSQL that `global-setup.mjs` started and removes its files. */
export default async function tearDown() {
  if (!globalThis.testPostgres) return;
  await globalThis.testPostgres.stop();
  await rm(globalThis.testPostgres.dataDir, { recursive: true, force: true });
}
