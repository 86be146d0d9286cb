import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An example in an experiment. */
export interface SnapshotKey {
  experimentId: number;
  exampleId: number;
}

/** What runs show besides their rows, for all runs of a page at once. */
@Injectable()
export class RunDetailsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** The revisions that experiments were made over; examples beyond their snapshots are left out. */
  snapshotRevisions(
    keys: readonly SnapshotKey[],
  ): Promise<(SnapshotKey & { revisionId: number })[]> {
    return this.dataSource.query(
      `SELECT s.experiment_id AS "experimentId", s.example_id AS "exampleId",
              s.revision_id AS "revisionId"
         FROM unnest($1::bigint[], $2::bigint[]) AS k (experiment_id, example_id)
         JOIN experiment_examples s
           ON s.experiment_id = k.experiment_id AND s.example_id = k.example_id`,
      [keys.map((key) => key.experimentId), keys.map((key) => key.exampleId)],
    );
  }
}
