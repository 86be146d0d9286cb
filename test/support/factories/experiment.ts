import { randomBytes } from 'node:crypto';
import { anExample } from './dataset-example.js';
import { aDatasetVersion } from './dataset.js';
import { insertRow, type Sql } from './insert.js';
import { aProject } from './project.js';
import { DEFAULT_END, DEFAULT_START } from './times.js';

/** A row of `experiments`. */
export interface ExperimentRow {
  id: number;
  dataset_id: number;
  dataset_version_id: number;
  name: string;
  description: string | null;
  text_folded: string;
  repetitions: number;
  metadata: object;
  project_name: string | null;
  is_ephemeral: boolean;
  example_count: number;
  user_id: number | null;
  created_at: string;
  updated_at: string;
}

/** A row of `experiment_runs`. */
export interface RunRow {
  id: number;
  experiment_id: number;
  example_id: number;
  repetition_number: number;
  output: unknown;
  error: string | null;
  trace_id: string | null;
  start_time: string;
  end_time: string;
  is_failed: boolean;
  latency_ms: number;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  created_at: string;
}

/** A row of `experiment_run_annotations`. */
export interface EvaluationRow {
  id: number;
  experiment_id: number;
  run_id: number;
  name: string;
  annotator_kind: 'LLM' | 'CODE' | 'HUMAN' | 'DECISION' | 'AGENT';
  label: string | null;
  score: number | null;
  explanation: string | null;
  trace_id: string | null;
  error: string | null;
  has_label: boolean;
  is_failed: boolean;
  metadata: object;
  start_time: string;
  end_time: string;
}

/** A row of `experiment_tags`. */
export interface ExperimentTagRow {
  id: number;
  experiment_id: number;
  dataset_id: number;
  name: string;
  description: string | null;
  user_id: number | null;
}

/**
 * Inserts an experiment on the newest version of `dataset_id`, with its own project. Creates the
 * dataset and version if there are none. `examples` are the row IDs of the examples in its
 * snapshot, by default all live ones of the dataset.
 */
export async function anExperiment(
  database: Sql,
  { examples, ...given }: Partial<ExperimentRow> & { examples?: readonly { id: number }[] } = {},
): Promise<ExperimentRow> {
  const { dataset_id, dataset_version_id } = await versionFor(database, given);
  const snapshot = await database.sql<{ id: number; revision_id: number }>(
    `SELECT id, revision_id FROM dataset_examples
      WHERE dataset_id = $1 AND CASE WHEN $2::bigint[] IS NULL THEN is_live ELSE id = ANY($2) END`,
    [dataset_id, examples?.map(({ id }) => id) ?? null],
  );
  const name = given.name ?? `experiment-${randomBytes(4).toString('hex')}`;
  const experiment = await insertRow<ExperimentRow>(database, 'experiments', {
    name,
    text_folded: `${name}\n${given.description ?? ''}`.toLowerCase(),
    repetitions: 1,
    project_name: `Experiment-${randomBytes(12).toString('hex')}`,
    example_count: snapshot.length,
    ...given,
    dataset_id,
    dataset_version_id,
    metadata: JSON.stringify(given.metadata ?? {}),
  });
  if (experiment.project_name !== null) await aProject(database, { name: experiment.project_name });
  await database.sql(
    `INSERT INTO experiment_examples (experiment_id, example_id, revision_id)
     SELECT $1, * FROM unnest($2::bigint[], $3::bigint[])`,
    [experiment.id, snapshot.map((row) => row.id), snapshot.map((row) => row.revision_id)],
  );
  return experiment;
}

/**
 * Inserts a run, by default of a new experiment and of the first example of its snapshot. An
 * `error` makes it a failed run.
 */
export async function aRun(database: Sql, given: Partial<RunRow> = {}): Promise<RunRow> {
  const experimentId = given.experiment_id ?? (await anExperimentWithExample(database)).id;
  const times = {
    start_time: given.start_time ?? DEFAULT_START,
    end_time: given.end_time ?? DEFAULT_END,
  };
  const [latency] = await database.sql<{ ms: number }>(
    'SELECT (extract(epoch FROM $2::timestamptz - $1::timestamptz) * 1000)::float8 AS ms',
    [times.start_time, times.end_time],
  );
  return insertRow(database, 'experiment_runs', {
    repetition_number: 1,
    is_failed: (given.error ?? null) !== null,
    latency_ms: latency!.ms,
    ...times,
    ...given,
    experiment_id: experimentId,
    example_id: given.example_id ?? (await firstExample(database, experimentId)),
    output: JSON.stringify(given.output ?? null),
  });
}

/** Inserts an evaluation of a run, by default of a new one. */
export async function anEvaluation(
  database: Sql,
  given: Partial<EvaluationRow> = {},
): Promise<EvaluationRow> {
  const runId = given.run_id ?? (await aRun(database)).id;
  const [run] = await database.sql<{ experiment_id: number }>(
    'SELECT experiment_id FROM experiment_runs WHERE id = $1',
    [runId],
  );
  return insertRow(database, 'experiment_run_annotations', {
    name: 'correctness',
    annotator_kind: 'CODE',
    start_time: DEFAULT_START,
    end_time: DEFAULT_END,
    has_label: (given.label ?? null) !== null,
    is_failed: (given.error ?? null) !== null,
    ...given,
    experiment_id: run!.experiment_id,
    run_id: runId,
    metadata: JSON.stringify(given.metadata ?? {}),
  });
}

/** Inserts a tag of an experiment, by default of a new one. */
export async function anExperimentTag(
  database: Sql,
  given: Partial<ExperimentTagRow> = {},
): Promise<ExperimentTagRow> {
  const experimentId = given.experiment_id ?? (await anExperiment(database)).id;
  const [experiment] = await database.sql<{ dataset_id: number }>(
    'SELECT dataset_id FROM experiments WHERE id = $1',
    [experimentId],
  );
  return insertRow(database, 'experiment_tags', {
    name: `tag-${randomBytes(4).toString('hex')}`,
    ...given,
    experiment_id: experimentId,
    dataset_id: experiment!.dataset_id,
  });
}

async function versionFor(
  database: Sql,
  given: Partial<ExperimentRow>,
): Promise<Pick<ExperimentRow, 'dataset_id' | 'dataset_version_id'>> {
  const [newest] = await database.sql<{ id: number; dataset_id: number }>(
    `SELECT id, dataset_id FROM dataset_versions
      WHERE id = coalesce($1, (SELECT max(id) FROM dataset_versions WHERE dataset_id = $2))`,
    [given.dataset_version_id ?? null, given.dataset_id ?? null],
  );
  const version =
    newest ??
    (await aDatasetVersion(
      database,
      given.dataset_id === undefined ? {} : { dataset_id: given.dataset_id },
    ));
  return { dataset_id: version.dataset_id, dataset_version_id: version.id };
}

async function anExperimentWithExample(database: Sql): Promise<ExperimentRow> {
  const { dataset_id } = await anExample(database);
  return anExperiment(database, { dataset_id });
}

async function firstExample(database: Sql, experimentId: number): Promise<number> {
  const [first] = await database.sql<{ id: number | null }>(
    'SELECT min(example_id) AS id FROM experiment_examples WHERE experiment_id = $1',
    [experimentId],
  );
  if (first?.id == null) throw new Error('The experiment has no examples: name one.');
  return first.id;
}
