import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const DIST = pathOf('../../dist/src/');
const SCRIPT = pathOf('../../scripts/bundle-server.mjs');
const BUNDLES = pathOf('../../node_modules/.cache/server-bundles/');
/** The files that decide which code is in a bundle, besides the built server. */
const INPUTS = [SCRIPT, pathOf('../../node_modules/.package-lock.json')];
/** A worker that takes longer was killed. */
const WITHIN_MS = 120_000;

let found: Promise<string> | undefined;

/**
 * Returns the main file of the built server in a bundle. The first worker that needs it after a build
 * makes it, which takes three seconds of CPU; starting a server then takes two instead of three and a half.
 */
export function findServerBundle(): Promise<string> {
  return (found ??= makeUnlessPresent());
}

async function makeUnlessPresent(): Promise<string> {
  const directory = join(BUNDLES, await describeInputs());
  const main = join(directory, 'main.mjs');
  if (await exists(main)) return main;
  const unfinished = `${directory}.unfinished`;
  await removeAbandoned(unfinished);
  await mkdir(BUNDLES, { recursive: true });
  // Only one worker can create it.
  const isFirst = await mkdir(unfinished).then(
    () => true,
    () => false,
  );
  if (!isFirst) {
    await eventually('the bundle of the server', () => exists(main), { withinMs: WITHIN_MS });
    return main;
  }
  await removeOthers(unfinished);
  try {
    await promisify(execFile)(process.execPath, [SCRIPT, unfinished]);
    await rename(unfinished, directory);
    return main;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Returns a hash that changes with each build and each installation. */
async function describeInputs(): Promise<string> {
  const names = await readdir(DIST, { recursive: true });
  const built = names.filter((name) => name.endsWith('.js')).map((name) => join(DIST, name));
  const hash = createHash('sha256');
  for (const path of [...built.toSorted(), ...INPUTS]) {
    const { mtimeMs, size } = await stat(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

async function removeAbandoned(directory: string): Promise<void> {
  const { mtimeMs } = await stat(directory).catch(() => ({ mtimeMs: Infinity }));
  if (Date.now() - mtimeMs > WITHIN_MS) await rm(directory, { recursive: true, force: true });
}

/** Removes the bundles of earlier builds. */
async function removeOthers(kept: string): Promise<void> {
  for (const name of await readdir(BUNDLES)) {
    const path = join(BUNDLES, name);
    if (path !== kept) await rm(path, { recursive: true, force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
