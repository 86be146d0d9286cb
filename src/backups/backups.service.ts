import type { Logger } from 'pino';
import type { ConnectionSettings } from '../database/connection.js';
import { restoreBackup } from './restore-backup.js';
import { writeBackup } from './write-backup.js';

/**
 * Writes backups and restores them. Nest does not create it, because the database of a backup need not
 * have the tables of this version.
 */
export class BackupsService {
  /** @param say gets lines about the progress. */
  constructor(
    private readonly settings: ConnectionSettings,
    private readonly log: Logger,
    private readonly say: (line: string) => void,
  ) {}

  /**
   * Writes everything as it is at one moment to a new directory.
   * @returns a sentence about the result.
   * @throws ConflictError if the directory has files, or the database has no tables.
   */
  async write(directory: string): Promise<string> {
    const { tables } = await writeBackup(this.settings, directory, this.say);
    return `Wrote ${countRows(tables)} to ${directory}.`;
  }

  /**
   * Fills a database without data.
   * @returns a sentence about the result.
   * @throws DomainError if the backup does not fit or is damaged, or the database has data.
   */
  async restore(directory: string): Promise<string> {
    const backup = await restoreBackup(this.settings, directory, this.log, this.say);
    return `Restored ${countRows(backup.tables)} from the backup of ${backup.createdAt}.`;
  }
}

function countRows(tables: readonly { rows: number }[]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows.toLocaleString('en-US')} rows of ${tables.length} tables`;
}
