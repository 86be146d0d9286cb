import { statfs } from 'node:fs/promises';
import { SetUpError } from './set-up-error.ts';

/** Far more than a run adds to the caches of Jest and Node.js. */
const NEEDED_BYTES = 256 * 1024 ** 2;

/**
 * Looks whether there is room for what runs keep. Jest itself prints only the stack of its cache.
 * @throws SetUpError if there is too little.
 */
export async function requireRoom(directory: string, neededBytes = NEEDED_BYTES): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free >= neededBytes) return;
  throw new SetUpError(
    `The tests need ${toMegabytes(neededBytes)} for compiled code, but ${directory} has ` +
      `${toMegabytes(free)}. Make room there.`,
  );
}

function toMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MB`;
}
