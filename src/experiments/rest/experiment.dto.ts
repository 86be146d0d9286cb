import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { ExperimentRow } from '../experiment.entity.js';
import type { RunFigures } from '../experiments.queries.js';

/** An experiment in the REST API. */
export class ExperimentItem {
  /** Global ID. */
  id: string;

  /** Global ID. */
  dataset_id: string;

  /** Global ID. */
  dataset_version_id: string;

  /** Not unique. */
  name: string;

  description: string | null;

  /** How often to run each example. */
  repetitions: number;

  metadata: object;

  /** The project of its runs' traces. */
  project_name: string | null;

  created_at: string;

  /** When the experiment itself was last edited. */
  updated_at: string;

  /** Number of examples. */
  example_count: number;

  /** Number of runs without an error. */
  successful_run_count: number;

  /** Number of runs with an error. */
  failed_run_count: number;

  /** Number of repetitions of examples without a run. */
  missing_run_count: number;
}

/** One experiment. */
export class ExperimentAnswer {
  data: ExperimentItem;
}

/** A page of experiments. */
export class ExperimentItemPage {
  data: ExperimentItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

/** @param figures absent for an experiment without runs. */
export function toExperimentItem(row: ExperimentRow, figures?: RunFigures): ExperimentItem {
  const { runCount = 0, failedRunCount = 0, plannedRunCount = 0 } = figures ?? {};
  return {
    id: toGlobalId('Experiment', row.id),
    dataset_id: toGlobalId('Dataset', row.datasetId),
    dataset_version_id: toGlobalId('DatasetVersion', row.datasetVersionId),
    name: row.name,
    description: row.description,
    repetitions: row.repetitions,
    metadata: row.metadata,
    project_name: row.projectName,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    example_count: row.exampleCount,
    successful_run_count: runCount - failedRunCount,
    failed_run_count: failedRunCount,
    missing_run_count: row.exampleCount * row.repetitions - plannedRunCount,
  };
}
