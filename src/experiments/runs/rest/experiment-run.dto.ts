import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { RunPayload } from '../experiment-runs.queries.js';

/** A run in the REST API. */
export class RunItem {
  /** Global ID. */
  id: string;

  /** Global ID. */
  experiment_id: string;

  /** Global ID. */
  dataset_example_id: string;

  /** Starts at 1. */
  repetition_number: number;

  /** Any JSON. */
  output: unknown;

  /** Why the task failed; null if it succeeded. */
  error: string | null;

  start_time: string;

  end_time: string;

  /** ID of the task's trace. */
  trace_id: string | null;
}

/** A page of runs. */
export class RunItemPage {
  data: RunItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

/** The stored run. */
export class StoredRun {
  /** Global ID. */
  id: string;
}

export class StoredRunAnswer {
  data: StoredRun;
}

/** Writes a `RunItem` as JSON. The output keeps its text, and therefore every digit. */
export function toRunJson(run: RunPayload): string {
  const { output, error, traceId, repetitionNumber, startTime, endTime } = run;
  return (
    `{"dataset_example_id":"${toGlobalId('DatasetExample', run.exampleId)}","output":${output}` +
    `,"repetition_number":${repetitionNumber},"start_time":"${startTime}","end_time":"${endTime}"` +
    `,"trace_id":${JSON.stringify(traceId)},"error":${JSON.stringify(error)}` +
    `,"id":"${toGlobalId('ExperimentRun', run.id)}"` +
    `,"experiment_id":"${toGlobalId('Experiment', run.experimentId)}"}`
  );
}

/** Writes a `RunItemPage` as JSON, piece by piece. */
export async function* toRunPageJson(
  batches: AsyncGenerator<RunPayload[], number | null>,
): AsyncGenerator<string> {
  let separator = '{"data":[';
  let step = await batches.next();
  for (; !step.done; step = await batches.next()) {
    if (step.value.length === 0) continue;
    yield separator + step.value.map(toRunJson).join(',');
    separator = ',';
  }
  const beginning = separator === ',' ? '' : separator;
  const next = step.value === null ? null : toGlobalId('ExperimentRun', step.value);
  yield `${beginning}],"next_cursor":${JSON.stringify(next)}}`;
}
