import { durationOf, type ExperimentPlan, type RunPlan } from './plan-experiments.js';
import type { RestClient } from './rest-client.js';
import type { SentDataset } from './send-dataset.js';
import type { TraceSender } from './trace-sender.js';

const EVALUATION_MS = 350;

interface Created {
  data: { id: string; project_name: string };
}

/** Runs planned experiments over a dataset: their traces, runs, evaluations and tags. */
export async function sendExperiments(
  rest: RestClient,
  traces: TraceSender,
  dataset: SentDataset,
  plans: readonly ExperimentPlan[],
): Promise<void> {
  for (const { name, description, metadata, repetitions, tag, runs } of plans) {
    const { data: experiment } = await rest.post<Created>(
      `datasets/${encodeURIComponent(dataset.id)}/experiments`,
      { name, description, metadata, repetitions },
    );
    const path = `experiments/${encodeURIComponent(experiment.id)}`;
    if (tag) await rest.post(`${path}/tags`, { name: tag });
    for (const run of runs) {
      const { startTimeMs, trace: root } = run;
      const traceId = await traces.send({ project: experiment.project_name, startTimeMs, root });
      const exampleId = dataset.examples.get(run.example);
      if (exampleId) await sendRun(rest, path, exampleId, run, traceId);
    }
  }
}

async function sendRun(
  rest: RestClient,
  path: string,
  exampleId: string,
  { repetition, startTimeMs, output, error, trace, verdicts }: RunPlan,
  traceId: string,
): Promise<void> {
  const endTimeMs = startTimeMs + durationOf(trace);
  const { data: run } = await rest.post<{ data: { id: string } }>(`${path}/runs`, {
    dataset_example_id: exampleId,
    repetition_number: repetition,
    output,
    error,
    start_time: isoTime(startTimeMs),
    end_time: isoTime(endTimeMs),
    trace_id: traceId,
  });
  for (const { name, kind, result } of verdicts) {
    await rest.post('experiment_evaluations', {
      experiment_run_id: run.id,
      name,
      annotator_kind: kind,
      result,
      start_time: isoTime(endTimeMs),
      end_time: isoTime(endTimeMs + EVALUATION_MS),
    });
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
