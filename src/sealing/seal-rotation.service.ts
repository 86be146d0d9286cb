import { Injectable, Logger } from '@nestjs/common';
import { type Sealed, SealingService, UnreadableSealError } from './sealing.service.js';

const ROWS_AT_A_TIME = 100;

/** A sealed value in a table. */
export interface SealedRow<Key> extends Sealed {
  key: Key;
}

/** A table with sealed values. */
export interface SealedTable<Key> {
  name: string;
  /** Returns the context that the seal of a row is bound to. */
  contextOf(key: Key): string;
  /** Finds values that are not sealed with the given key, in the order of their rows. */
  findSealedByOthers(keyId: string, after: Key | null, limit: number): Promise<SealedRow<Key>[]>;
  /** Replaces the seal of a value, unless it has changed since it was read. */
  reseal(before: SealedRow<Key>, after: Sealed): Promise<boolean>;
}

/** Reseals stored values that were sealed with an earlier secret of the server. */
@Injectable()
export class SealRotationService {
  private readonly logger = new Logger('sealing');
  private readonly rotations: ((currentKeyId: string) => Promise<number>)[] = [];

  constructor(private readonly sealing: SealingService) {}

  /** Registers a table whose values to reseal. */
  register<Key>(table: SealedTable<Key>): void {
    this.rotations.push((currentKeyId) => this.rotateTable(table, currentKeyId));
  }

  /**
   * Several servers may run this at once. Values that cannot be opened are left unchanged and logged.
   * @returns the number of resealed values.
   */
  async rotate(): Promise<number> {
    const { currentKeyId } = this.sealing;
    // Nothing can be sealed without a secret, so stored values wait for one.
    if (currentKeyId === null) return 0;
    let resealed = 0;
    for (const rotateTable of this.rotations) resealed += await rotateTable(currentKeyId);
    return resealed;
  }

  private async rotateTable<Key>(table: SealedTable<Key>, currentKeyId: string): Promise<number> {
    let resealed = 0;
    let rows: SealedRow<Key>[] = [];
    do {
      const after = rows.at(-1)?.key ?? null;
      rows = await table.findSealedByOthers(currentKeyId, after, ROWS_AT_A_TIME);
      for (const row of rows) if (await this.reseal(table, row)) resealed++;
    } while (rows.length === ROWS_AT_A_TIME);
    if (resealed > 0) {
      this.logger.log({ table: table.name, resealed }, 'rows were sealed with the newest secret');
    }
    return resealed;
  }

  private async reseal<Key>(table: SealedTable<Key>, row: SealedRow<Key>): Promise<boolean> {
    const context = table.contextOf(row.key);
    try {
      const plain = this.sealing.open(row.sealed, row.keyId, context);
      return await table.reseal(row, this.sealing.seal(plain, context));
    } catch (error) {
      if (!(error instanceof UnreadableSealError)) throw error;
      const reason = error.message;
      this.logger.warn(
        { table: table.name, key: row.key, reason },
        'a sealed value cannot be read; set it again',
      );
      return false;
    }
  }
}
