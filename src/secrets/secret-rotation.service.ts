import { Injectable, Logger } from '@nestjs/common';
import { SealingService, UnreadableSealError } from '../sealing/sealing.service.js';
import { sealContext } from './secret-key.js';
import { type SealedRow, SecretsQueries } from './secrets.queries.js';

const ROWS_AT_A_TIME = 100;

/** Reseals stored secrets that were sealed with an earlier secret of the server. */
@Injectable()
export class SecretRotationService {
  private readonly logger = new Logger('secrets');

  constructor(
    private readonly queries: SecretsQueries,
    private readonly sealing: SealingService,
  ) {}

  /**
   * Several servers may run this at once. Secrets that cannot be opened are left unchanged and
   * logged.
   * @returns the number of resealed secrets.
   */
  async rotate(): Promise<number> {
    const { currentKeyId } = this.sealing;
    // Nothing can be sealed without a secret, so stored secrets wait for one.
    if (currentKeyId === null) return 0;
    let resealed = 0;
    let rows: SealedRow[] = [];
    do {
      const after = rows.at(-1)?.key ?? '';
      rows = await this.queries.findSealedByOthers(currentKeyId, after, ROWS_AT_A_TIME);
      for (const row of rows) if (await this.reseal(row)) resealed++;
    } while (rows.length === ROWS_AT_A_TIME);
    if (resealed > 0) this.logger.log({ resealed }, 'secrets were sealed with the newest secret');
    return resealed;
  }

  private async reseal(row: SealedRow): Promise<boolean> {
    const context = sealContext(row.key);
    try {
      const plain = this.sealing.open(row.sealed, row.keyId, context);
      return await this.queries.reseal(row, this.sealing.seal(plain, context));
    } catch (error) {
      if (!(error instanceof UnreadableSealError)) throw error;
      const reason = error.message;
      this.logger.warn({ key: row.key, reason }, 'a secret cannot be read; set it again');
      return false;
    }
  }
}
