import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { DatasetExampleItem } from '../../../datasets/examples/rest/dataset-example.dto.js';
import { RunItem } from '../../runs/rest/experiment-run.dto.js';
import type { IncompleteEvaluation, SnapshotExample } from '../incomplete.queries.js';
import type { MissingRuns } from '../incomplete.service.js';

/** An example with missing runs. */
export class IncompleteRunItem {
  /** As it was when the experiment was created. Both its IDs are the global ID. */
  dataset_example: DatasetExampleItem;

  /** Repetitions without a successful run. */
  repetition_numbers: number[];
}

/** A page of examples with missing runs. */
export class IncompleteRunItemPage {
  /** Sorted by example. */
  data: IncompleteRunItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

/** A run with missing evaluations. */
export class IncompleteEvaluationItem {
  experiment_run: RunItem;

  /** As it was when the experiment was created. Both its IDs are the global ID. */
  dataset_example: DatasetExampleItem;

  /** Names of evaluations that are missing or failed, sorted. */
  evaluation_names: string[];
}

/** A page of runs with missing evaluations. */
export class IncompleteEvaluationItemPage {
  /** Sorted by run. */
  data: IncompleteEvaluationItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toIncompleteRunItem(row: MissingRuns): IncompleteRunItem {
  return { dataset_example: exampleItem(row), repetition_numbers: row.repetitionNumbers };
}

export function toIncompleteEvaluationItem(
  row: IncompleteEvaluation,
  experimentId: number,
): IncompleteEvaluationItem {
  return {
    experiment_run: {
      dataset_example_id: toGlobalId('DatasetExample', row.exampleId),
      output: row.runOutput,
      repetition_number: row.repetitionNumber,
      start_time: row.startTime,
      end_time: row.endTime,
      trace_id: row.traceId,
      error: null,
      id: toGlobalId('ExperimentRun', row.runId),
      experiment_id: toGlobalId('Experiment', experimentId),
    },
    dataset_example: exampleItem(row),
    evaluation_names: row.missing,
  };
}

function exampleItem(row: SnapshotExample): DatasetExampleItem {
  const { exampleId, input, output, metadata, revisedAt, spanRowId, spanId } = row;
  const id = toGlobalId('DatasetExample', exampleId);
  return {
    id,
    node_id: id,
    input,
    output,
    metadata,
    updated_at: revisedAt,
    source:
      spanRowId === null || spanId === null
        ? null
        : { span_id: spanId, span_node_id: toGlobalId('Span', spanRowId) },
  };
}
