import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { ExperimentRow } from '../experiment.entity.js';
import {
  conditions,
  EXPERIMENT_COLUMNS,
  type ExperimentFilter,
  type Slice,
} from '../experiments.queries.js';

/** SQL of the experiments of datasets, for all datasets of a page at once. */
@Injectable()
export class DatasetExperimentsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** The same part of each dataset's list, newest first. */
  slices(
    datasetIds: readonly number[],
    filter: ExperimentFilter,
    { offset, limit }: Slice,
  ): Promise<ExperimentRow[]> {
    const where = new SqlWhere();
    const ids = where.bind(datasetIds);
    conditions(filter, where).and('e.dataset_id = d.id');
    return this.dataSource.query(
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS d (id) CROSS JOIN LATERAL (
         SELECT ${EXPERIMENT_COLUMNS} FROM experiments e ${where.toString()}
          ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}) page`,
      where.parameters,
    );
  }

  /** Datasets without experiments are left out. */
  counts(
    datasetIds: readonly number[],
    filter: ExperimentFilter,
  ): Promise<{ datasetId: number; count: number }[]> {
    const where = new SqlWhere();
    where.and(`e.dataset_id = ANY(${where.bind(datasetIds)})`);
    conditions(filter, where);
    return this.dataSource.query(
      `SELECT e.dataset_id AS "datasetId", count(*) AS count FROM experiments e
        ${where.toString()} GROUP BY e.dataset_id`,
      where.parameters,
    );
  }
}
