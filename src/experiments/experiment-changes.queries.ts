import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ExperimentRow } from './experiment.entity.js';
import { EXPERIMENT_COLUMNS } from './experiments.queries.js';

/** SQL that changes experiments, inside of the caller's transaction. */
@Injectable()
export class ExperimentChangesQueries {
  /** Keeps others from changing the experiment; its runs can still be stored. */
  async hold(tx: EntityManager, id: number): Promise<ExperimentRow | null> {
    const [row] = await tx.query<ExperimentRow[]>(
      `SELECT ${EXPERIMENT_COLUMNS} FROM experiments e WHERE e.id = $1 FOR NO KEY UPDATE`,
      [id],
    );
    return row ?? null;
  }

  /** @param metadata JSON text; null leaves it. */
  async update(
    tx: EntityManager,
    id: number,
    texts: { name: string; description: string | null; textFolded: string },
    metadata: string | null,
  ): Promise<void> {
    await tx.query(
      `UPDATE experiments SET name = $2, description = $3, text_folded = $4,
              metadata = coalesce($5::json, metadata), updated_at = now()
        WHERE id = $1`,
      [id, texts.name, texts.description, texts.textFolded, metadata],
    );
  }

  /** Whether a tag points to the experiment. */
  async isTagged(tx: EntityManager, id: number, tag: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT FROM experiment_tags WHERE experiment_id = $1 AND name = $2',
      [id, tag],
    );
    return rows.length > 0;
  }

  async setEphemeral(tx: EntityManager, id: number, isEphemeral: boolean): Promise<void> {
    await tx.query('UPDATE experiments SET is_ephemeral = $2, updated_at = now() WHERE id = $1', [
      id,
      isEphemeral,
    ]);
  }

  /** Ephemeral experiments that nobody has edited for a day, kept from others. */
  holdExpired(
    tx: EntityManager,
    limit: number,
  ): Promise<{ id: number; projectName: string | null }[]> {
    return tx.query(
      `SELECT id, project_name AS "projectName" FROM experiments
        WHERE is_ephemeral AND updated_at < now() - interval '1 day'
        ORDER BY updated_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  /** With runs, evaluations and tags. */
  async remove(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM experiments WHERE id = ANY($1)', [ids]);
  }
}
