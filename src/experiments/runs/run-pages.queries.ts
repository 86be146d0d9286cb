import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { after, orderBy, type SortedRow, sortValue } from '../../common/pagination/keyset-sort.js';
import { parseRowCursor } from '../../common/pagination/keyset-cursor.js';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { ExperimentRunRow } from './experiment-run.entity.js';
import { RUN_COLUMNS } from './experiment-runs.queries.js';
import type { RunSort } from './run-sorts.js';

/** A page of the runs of an experiment. */
export interface RunPage {
  /** Null: by example and repetition. */
  sort: RunSort | null;
  /** Cursor after which the page begins. */
  after: string | null;
  limit: number;
}

/** A page of what experiments made of an example, newest first. */
export interface ExampleRunPage {
  /** Row ids; null for all experiments. */
  experimentIds: readonly number[] | null;
  after: string | null;
  limit: number;
}

export type ListedRun = ExperimentRunRow & SortedRow;

/** Pages of runs, for many parents at once; outputs are not read. */
@Injectable()
export class RunPagesQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** The same page of each experiment. */
  ofExperiments(experimentIds: readonly number[], page: RunPage): Promise<ListedRun[]> {
    const where = new SqlWhere();
    const ids = where.bind(experimentIds);
    where.and('r.experiment_id = e.id');
    return this.dataSource.query(
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS e (id) CROSS JOIN LATERAL (
         ${page.sort ? sorted(page.sort, page, where) : byExample(page, where)}
         LIMIT ${page.limit}) page`,
      where.parameters,
    );
  }

  /** The same page of each example. */
  ofExamples(exampleIds: readonly number[], page: ExampleRunPage): Promise<ExperimentRunRow[]> {
    const where = new SqlWhere();
    const ids = where.bind(exampleIds);
    where.and('r.example_id = x.id');
    if (page.experimentIds) where.and(`r.experiment_id = ANY(${where.bind(page.experimentIds)})`);
    if (page.after !== null) where.and(`r.id < ${where.bind(parseRowCursor(page.after))}`);
    return this.dataSource.query(
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS x (id) CROSS JOIN LATERAL (
         SELECT ${RUN_COLUMNS} FROM experiment_runs r ${where.toString()}
          ORDER BY r.id DESC LIMIT ${page.limit}) page`,
      where.parameters,
    );
  }
}

function sorted(sort: RunSort, page: RunPage, where: SqlWhere): string {
  const { annotationName } = sort;
  const join =
    annotationName === null
      ? ''
      : `LEFT JOIN experiment_run_annotations a
           ON a.run_id = r.id AND a.experiment_id = r.experiment_id
             AND a.name = ${where.bind(annotationName)}`;
  after(where, sort, page.after);
  return `SELECT ${RUN_COLUMNS}, ${sortValue(sort)} FROM experiment_runs r ${join}
    ${where.toString()} ${orderBy(sort)}`;
}

/** The cursor names the run before; where it stands is looked up. */
function byExample(page: RunPage, where: SqlWhere): string {
  if (page.after !== null) {
    where.and(`(r.example_id, r.repetition_number) > (
      SELECT p.example_id, p.repetition_number FROM experiment_runs p
       WHERE p.id = ${where.bind(parseRowCursor(page.after))})`);
  }
  return `SELECT ${RUN_COLUMNS}, NULL AS "sortValue" FROM experiment_runs r ${where.toString()}
    ORDER BY r.example_id, r.repetition_number`;
}
