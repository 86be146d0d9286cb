import { Injectable } from '@nestjs/common';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { filterSql } from '../../filter-language/filter-sql.js';
import type { Condition } from '../../filter-language/typed-tree.js';
import { runBoundedRead } from '../../database/bounded-read.js';

/** An example of a snapshot, with the revision that the experiment ran on. */
export interface SnapshotExample {
  exampleId: number;
  revisionId: number;
}

export interface ComparisonPage {
  baseId: number;
  /** The condition that selects examples; null selects all. */
  condition: Condition | null;
  /** Row ID of the last example of the previous page. */
  after: number | null;
  limit: number;
}

/** SQL for the pages of a comparison. */
@Injectable()
export class ExperimentComparisonsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Lists examples of the base's snapshot, sorted by ID, without duplicates.
   * @throws BadRequestError if the condition takes too long.
   */
  listPage({ baseId, condition, after, limit }: ComparisonPage): Promise<SnapshotExample[]> {
    const where = new DistributedWhere(this.reader.distribution).andEqual(
      's.experiment_id',
      baseId,
    );
    if (after !== null) where.and(`s.example_id > ${where.bind(after)}`);
    const filter = condition && filterSql(condition, where);
    if (filter) where.and(filter.condition);
    // Several repetitions of an example may meet the condition.
    const once = filter?.joins ? 'DISTINCT ON (s.example_id)' : '';
    const sql = `SELECT ${once} s.example_id AS "exampleId", s.revision_id AS "revisionId"
                   FROM experiment_examples s ${filter?.joins ?? ''} ${where.toString()}
                  ORDER BY s.example_id LIMIT ${limit}`;
    // Without a condition, the primary key finds the page.
    return filter
      ? runBoundedRead(this.reader, sql, where.parameters)
      : this.reader.query(sql, where.parameters);
  }
}
