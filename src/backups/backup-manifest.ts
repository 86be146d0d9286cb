import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BadRequestError, NotFoundError } from '../kernel/errors/errors.js';

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

/** The description of a backup and its files. It is written last, so a backup without one is incomplete. */
export type BackupManifest = z.infer<typeof manifest>;

export async function writeManifest(directory: string, content: BackupManifest): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  await writeFile(join(directory, FILE), text, { mode: 0o600, flag: 'wx', flush: true });
}

/** @throws NotFoundError if there is no complete backup, BadRequestError if it has another format. */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const path = join(directory, FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new BadRequestError(`${path} cannot be read: ${error.message}.`);
  });
  if (text === null) {
    throw new NotFoundError(`${directory} is not a complete backup: it has no ${FILE}.`);
  }
  const content = parseJson(text);
  if (content === undefined) throw new BadRequestError(`${path} is damaged: it is not JSON.`);
  const { data, error } = manifest.safeParse(content);
  if (data) return data;
  const at = error.issues[0]?.path.join('.');
  throw new BadRequestError(
    `${path} is damaged or of another version${at ? `: see its field ${at}` : ''}.`,
  );
}

/** Returns where the manifest describes a file, for people: its path and the number of the line. */
export async function findLine(directory: string, file: string): Promise<string> {
  const path = join(directory, FILE);
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const at = lines.findIndex((line) => line.includes(`"${file}"`));
  return at === -1 ? path : `line ${at + 1} of ${path}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
