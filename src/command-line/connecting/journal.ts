import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../errors/command-error.js';
import type { MadeChange } from '../settings/edit.js';
import { removeEmptyFolders } from '../settings/settings-file.js';

/** A change that `spandrel connect` made for an agent. */
export interface JournalChange extends MadeChange {
  agent: string;
}

/** A key that `spandrel connect` created. */
export interface JournalKey {
  server: string;
  scope: 'ingest' | 'read';
  /** The path that deletes it over REST. */
  deletion: string;
  id: string;
  key: string;
}

/** A trace that `spandrel connect` sent. */
export interface JournalTrace {
  server: string;
  traceId: string;
}

/** The record of changes by `spandrel connect` that `spandrel disconnect` can undo. */
export interface JournalContents {
  changes: JournalChange[];
  keys: JournalKey[];
  traces: JournalTrace[];
  /** The folder that was created for this record. */
  topFolder?: string | undefined;
}

/** The file in which `spandrel connect` records what it did. Only its owner can read it. */
export class Journal {
  private constructor(
    readonly path: string,
    readonly contents: JournalContents,
  ) {}

  /** @throws CommandError if the file is damaged. */
  static async open(configFolder: string): Promise<Journal> {
    const path = join(configFolder, 'spandrel', 'connect.json');
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        throw new CommandError(`${path} cannot be read: ${(error as Error).message}.`);
      }
      return new Journal(path, { changes: [], keys: [], traces: [] });
    }
    try {
      const { changes, keys, traces, topFolder } = JSON.parse(text) as JournalContents;
      const lists = { changes: [...changes], keys: [...keys], traces: [...traces] };
      return new Journal(path, { ...lists, topFolder });
    } catch {
      throw new CommandError(
        `${path} is damaged, so it is not known what was changed. Remove the settings named "spandrel" from your agents yourself, then delete the file.`,
      );
    }
  }

  /** Writes what has been added or removed. The file is deleted once nothing is left to take back. */
  async save(): Promise<void> {
    const { changes, keys, traces } = this.contents;
    try {
      if (changes.length + keys.length + traces.length === 0) return await this.delete();
      const created = await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      this.contents.topFolder ??= created;
      const next = `${this.path}.${process.pid}`;
      const text = `${JSON.stringify(this.contents, null, 2)}\n`;
      await writeFile(next, text, { mode: 0o600 });
      await rename(next, this.path);
    } catch (error) {
      throw new CommandError(`${this.path} cannot be written: ${(error as Error).message}.`);
    }
  }

  private async delete(): Promise<void> {
    await rm(this.path, { force: true });
    await removeEmptyFolders(dirname(this.path), this.contents.topFolder);
  }
}
