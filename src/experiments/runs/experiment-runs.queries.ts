import { Injectable } from '@nestjs/common';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { parseRowCursor } from '../../kernel/pagination/keyset-cursor.js';
import {
  startAfter,
  orderBy,
  type SortedRow,
  sortValue,
} from '../../kernel/pagination/keyset-sort.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { ExperimentRunEntity, type ExperimentRunRow } from './experiment-run.entity.js';
import type { RunSort } from './experiment-runs.sorts.js';
import { ExperimentExampleEntity } from '../experiment.entity.js';

export const RUN_COLUMNS = selectColumns(ExperimentRunEntity, 'r', {
  except: ['output', 'jobAttempt'],
});

/** Maximum number of runs per query. */
const BATCH_ROWS = 1000;

/** Bytes of output, as stored, after which a batch ends. */
const BATCH_BYTES = 1024 * 1024;

/** A run with the output of the task as JSON text. */
export interface RunPayload extends Pick<
  ExperimentRunEntity,
  | 'id'
  | 'experimentId'
  | 'exampleId'
  | 'repetitionNumber'
  | 'error'
  | 'traceId'
  | 'startTime'
  | 'endTime'
> {
  output: string;
}

/** A page of the runs of an experiment. */
export interface RunPage {
  /** If null, sorts by example and repetition. */
  sort: RunSort | null;
  /** The page starts after this cursor. */
  after: string | null;
  limit: number;
}

/** A page of the runs for one example, newest first. */
export interface ExampleRunPage {
  /** Row IDs; null for all experiments. */
  experimentIds: readonly number[] | null;
  after: string | null;
  limit: number;
}

export type ListedRun = ExperimentRunRow & SortedRow;

/** A run to store. */
export interface NewRun {
  experimentId: number;
  exampleId: number;
  repetitionNumber: number;
  /** JSON text. */
  output: string;
  error: string | null;
  traceId: string | null;
  startTime: string;
  endTime: string;
}

/** The parents of a run that exist. */
export interface RunParents {
  hasExperiment: boolean;
  /** Whether the dataset of the experiment has the example. */
  hasExample: boolean;
  /** Of the experiment; null if there is none. */
  repetitions: number | null;
}

/** An experiment and one of its examples. */
export interface SnapshotKey {
  experimentId: number;
  exampleId: number;
}

/** SQL for the runs of experiments. Lists do not read outputs. */
@Injectable()
export class ExperimentRunsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<ExperimentRunRow[]> {
    return this.database.query(
      `SELECT ${RUN_COLUMNS} FROM experiment_runs r WHERE r.id = ANY($1)`,
      [ids],
    );
  }

  /** Returns those that exist, in no particular order. */
  readOutputs(ids: readonly number[]): Promise<{ id: number; output: JsonValue }[]> {
    return this.database.query('SELECT id, output FROM experiment_runs WHERE id = ANY($1)', [ids]);
  }

  /** Returns the same page of each experiment. */
  listPagesByExperiment(experimentIds: readonly number[], page: RunPage): Promise<ListedRun[]> {
    const where = new SqlWhere();
    const ids = where.bind(experimentIds);
    where.and('r.experiment_id = e.id');
    return this.database.query(
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS e (id) CROSS JOIN LATERAL (
         ${page.sort ? selectSorted(page.sort, page, where) : selectByExample(page, where)}
         LIMIT ${page.limit}) page`,
      where.parameters,
    );
  }

  /** Returns the same page of each example. */
  listPagesByExample(
    exampleIds: readonly number[],
    page: ExampleRunPage,
  ): Promise<ExperimentRunRow[]> {
    const where = new SqlWhere();
    const ids = where.bind(exampleIds);
    where.and('r.example_id = x.id');
    if (page.experimentIds) where.and(`r.experiment_id = ANY(${where.bind(page.experimentIds)})`);
    if (page.after !== null) where.and(`r.id < ${where.bind(parseRowCursor(page.after))}`);
    return this.database.query(
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS x (id) CROSS JOIN LATERAL (
         SELECT ${RUN_COLUMNS} FROM experiment_runs r ${where.toString()}
          ORDER BY r.id DESC LIMIT ${page.limit}) page`,
      where.parameters,
    );
  }

  /**
   * Lists the next runs of an experiment, newest first, starting with `from`: at least one, and up
   * to about a megabyte.
   */
  readNextPayloads(experimentId: number, from: number, limit: number): Promise<RunPayload[]> {
    return this.database.query(
      `WITH page AS (
         SELECT r.*, pg_column_size(r.output) AS bytes FROM experiment_runs r
          WHERE r.experiment_id = $1 AND r.id <= $2
          ORDER BY r.id DESC LIMIT ${Math.min(limit, BATCH_ROWS)}),
       sized AS (SELECT page.*, sum(bytes) OVER (ORDER BY id DESC) - bytes AS before FROM page)
       SELECT id, experiment_id AS "experimentId", example_id AS "exampleId",
              repetition_number AS "repetitionNumber", error, trace_id AS "traceId",
              start_time AS "startTime", end_time AS "endTime", output::text AS output
         FROM sized WHERE before < ${BATCH_BYTES} ORDER BY id DESC`,
      [experimentId, from],
    );
  }

  /** Returns the revisions that experiments used. Skips examples outside their snapshots. */
  findSnapshotRevisions(
    keys: readonly SnapshotKey[],
  ): Promise<(SnapshotKey & { revisionId: number })[]> {
    return this.database.query(
      `SELECT ${selectColumns(ExperimentExampleEntity, 's')}
         FROM unnest($1::bigint[], $2::bigint[]) AS k (experiment_id, example_id)
         JOIN experiment_examples s
           ON s.experiment_id = k.experiment_id AND s.example_id = k.example_id`,
      [keys.map((key) => key.experimentId), keys.map((key) => key.exampleId)],
    );
  }

  /**
   * Stores a run, or replaces a failed one of the same repetition. Uses a single statement, so that
   * only one of several simultaneous requests succeeds.
   * @returns its row ID; null if a successful run exists, if the experiment or example does not exist, or
   * if the experiment has fewer repetitions.
   */
  async store(run: NewRun): Promise<number | null> {
    const [row] = await this.database.query<{ id: number }[]>(
      `INSERT INTO experiment_runs AS r (experiment_id, example_id, repetition_number, output, error,
         trace_id, start_time, end_time, is_failed, latency_ms)
       SELECT e.id, x.id, $3::int, $4::json, $5::text, $6::text, $7::timestamptz, $8::timestamptz,
              $5::text IS NOT NULL,
              extract(epoch FROM $8::timestamptz - $7::timestamptz) * 1000
         FROM experiments e JOIN dataset_examples x ON x.dataset_id = e.dataset_id
        WHERE e.id = $1 AND x.id = $2 AND $3::int <= e.repetitions
       ON CONFLICT (experiment_id, example_id, repetition_number) DO UPDATE
          SET output = excluded.output, error = excluded.error, trace_id = excluded.trace_id,
              start_time = excluded.start_time, end_time = excluded.end_time,
              is_failed = excluded.is_failed, latency_ms = excluded.latency_ms,
              prompt_tokens = NULL, completion_tokens = NULL
        WHERE r.is_failed
       RETURNING id`,
      [
        run.experimentId,
        run.exampleId,
        run.repetitionNumber,
        run.output,
        run.error,
        run.traceId,
        run.startTime,
        run.endTime,
      ],
    );
    return row?.id ?? null;
  }

  /** Determines why nothing was stored. */
  async findParents({ experimentId, exampleId }: NewRun): Promise<RunParents> {
    const [row] = await this.database.query<RunParents[]>(
      `SELECT e.id IS NOT NULL AS "hasExperiment", x.id IS NOT NULL AS "hasExample", e.repetitions
         FROM (SELECT) AS always
         LEFT JOIN experiments e ON e.id = $1
         LEFT JOIN dataset_examples x ON x.id = $2 AND x.dataset_id = e.dataset_id`,
      [experimentId, exampleId],
    );
    return row!;
  }
}

function selectSorted(sort: RunSort, page: RunPage, where: SqlWhere): string {
  const { annotationName } = sort;
  const join =
    annotationName === null
      ? ''
      : `LEFT JOIN experiment_run_annotations a
           ON a.run_id = r.id AND a.experiment_id = r.experiment_id
             AND a.name = ${where.bind(annotationName)}`;
  startAfter(where, sort, page.after);
  return `SELECT ${RUN_COLUMNS}, ${sortValue(sort)} FROM experiment_runs r ${join}
    ${where.toString()} ${orderBy(sort)}`;
}

/** The cursor names the last run of the previous page, whose position is looked up. */
function selectByExample(page: RunPage, where: SqlWhere): string {
  if (page.after !== null) {
    where.and(`(r.example_id, r.repetition_number) > (
      SELECT p.example_id, p.repetition_number FROM experiment_runs p
       WHERE p.id = ${where.bind(parseRowCursor(page.after))})`);
  }
  return `SELECT ${RUN_COLUMNS}, NULL AS "sortValue" FROM experiment_runs r ${where.toString()}
    ORDER BY r.example_id, r.repetition_number`;
}
