import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BadRequestError, NotFoundError } from '../common/errors/errors.js';

const FILE = 'manifest.json';

const manifest = z.object({
  format: z.literal(1),
  /** Version of the product that wrote it, for people. */
  version: z.string(),
  createdAt: z.string(),
  /** Names of the migrations that had run, oldest first. They say what the tables look like. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      file: z.string().regex(/^[\w-]+\.copy\.gz$/),
      sha256: z.string(),
    }),
  ),
  /** The numbers that sequences gave last. */
  sequences: z.record(z.string(), z.string()),
});

/** What a backup contains. It is written last, so a backup without one is not complete. */
export type BackupManifest = z.infer<typeof manifest>;

export async function writeManifest(directory: string, content: BackupManifest): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  await writeFile(join(directory, FILE), text, { mode: 0o600, flag: 'wx', flush: true });
}

/** @throws NotFoundError if there is no complete backup, BadRequestError if it has another format. */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const text = await readFile(join(directory, FILE), 'utf8').catch(() => null);
  if (text === null) {
    throw new NotFoundError(`${directory} is not a complete backup: it has no ${FILE}.`);
  }
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new BadRequestError(`${join(directory, FILE)} is damaged or of another version.`);
  }
}
