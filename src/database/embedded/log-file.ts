import { chown, open, rename, stat } from 'node:fs/promises';
import type { Placement } from './placement.js';

const ROTATE_ABOVE = 20 * 1024 * 1024;
const TAIL_BYTES = 4096;

/**
 * Creates PostgreSQL's log file, because its account may not create files in our directory, and
 * renames a large one to `postgres.log.1`.
 *
 * @returns its size in bytes.
 */
export async function prepareLogFile({ logFile, account }: Placement): Promise<number> {
  const size = await stat(logFile).then(
    (info) => info.size,
    () => 0,
  );
  if (size > ROTATE_ABOVE) {
    await rename(logFile, `${logFile}.1`);
  }
  const file = await open(logFile, 'a', 0o600);
  await file.close();
  if (account !== undefined) {
    await chown(logFile, account.uid, account.gid);
  }
  return size > ROTATE_ABOVE ? 0 : size;
}

/** Returns the end of the text logged after `offset` bytes, at most 4 KB. */
export async function readLogTail(logFile: string, offset: number): Promise<string> {
  const file = await open(logFile, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(offset, size - TAIL_BYTES);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    await file.read(buffer, 0, buffer.length, start);
    return buffer.toString('utf8').trim();
  } finally {
    await file.close();
  }
}

/** Returns whether PostgreSQL or initdb wrote that the disk is full. */
export function tellsOfFullDisk(text: string): boolean {
  return /No space left on device|Disk quota exceeded|Check free disk space/i.test(text);
}
