import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, open, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../errors/command-error.js';

/** Larger files are not settings. Claude Code's also have its history, and can have megabytes. */
const MAX_BYTES = 32 * 1024 * 1024;

const OWNER_WRITES = 0o200;
const OTHERS_READ = 0o044;
const PRIVATE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** A file as it was read. */
export interface FileContents {
  /** Undefined if there is no file. */
  text: string | undefined;
  /** Whether other users of the machine may read it. */
  isShared: boolean;
}

/**
 * Reads a settings file that is about to be changed.
 * @throws CommandError if it cannot be changed safely: it is a symbolic link, read-only, too large, or not text.
 */
export async function readSettingsFile(path: string): Promise<FileContents> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError(`${path} cannot be read: ${error.message}.`);
  });
  if (!stats) return { text: undefined, isShared: false };
  if (stats.isSymbolicLink()) {
    throw new CommandError(
      `${path} is a symbolic link, so its target may be shared or under version control. Replace it with a file, or add the settings yourself.`,
    );
  }
  if (!stats.isFile()) throw new CommandError(`${path} is not a file.`);
  if (stats.size > MAX_BYTES) {
    throw new CommandError(`${path} is larger than 32 MiB, so it is not changed.`);
  }
  if ((stats.mode & OWNER_WRITES) === 0) {
    throw new CommandError(`${path} is read-only. Make it writable with: chmod u+w "${path}"`);
  }
  const bytes = await readFile(path).catch((error: Error) => {
    throw new CommandError(`${path} cannot be read: ${error.message}.`);
  });
  try {
    // The mark at the beginning is kept, because an undo restores every byte.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, isShared: (stats.mode & OTHERS_READ) !== 0 };
  } catch {
    throw new CommandError(`${path} is not text in UTF-8.`);
  }
}

/**
 * Replaces the contents of a file in one step, and keeps its owner and permissions. A new file can only be
 * read by its owner.
 * @param expected what the file contained when the change was made; undefined for no file.
 * @returns the folder that had to be created above it, if any.
 * @throws CommandError if the file has changed since, or cannot be written.
 */
export async function writeSettingsFile(
  path: string,
  text: string,
  expected: string | undefined,
): Promise<string | undefined> {
  if ((await readSettingsFile(path)).text !== expected) {
    throw new CommandError(`${path} has changed in the meantime. Run the command again.`);
  }
  const next = `${path}.spandrel-${process.pid}`;
  try {
    const created = await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    const before = expected === undefined ? undefined : await lstat(path);
    const file = await open(next, 'wx', before ? before.mode & 0o777 : PRIVATE);
    try {
      await file.writeFile(text);
      // The creation mask of the process may have removed permissions.
      if (before) await file.chmod(before.mode & 0o777);
      await file.sync();
    } finally {
      await file.close();
    }
    if (before && (before.uid !== process.getuid?.() || before.gid !== process.getgid?.())) {
      await chown(next, before.uid, before.gid);
    }
    await rename(next, path);
    return created;
  } catch (error) {
    await rm(next, { force: true });
    throw new CommandError(`${path} cannot be written: ${(error as Error).message}.`);
  }
}

/** Deletes a file and, if they are empty then, the folders above it up to one of them. */
export async function deleteSettingsFile(path: string, topFolder?: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be deleted: ${(error as Error).message}.`);
  }
  await removeEmptyFolders(dirname(path), topFolder);
}

/** Deletes a folder and those above it, up to one that was created for it, as long as they are empty. */
export async function removeEmptyFolders(
  lowest: string,
  topFolder: string | undefined,
): Promise<void> {
  if (topFolder === undefined) return;
  for (let folder = lowest; folder.startsWith(topFolder); folder = dirname(folder)) {
    // Somebody who put another file there keeps the folder.
    const isRemoved = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

/** Returns a short name for contents, to recognize them later. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
