import { durationOf, type ExperimentPlan, type RunPlan } from './plan-experiments.ts';
import type { RestClient } from './rest-client.ts';
import type { SentDataset } from './send-dataset.ts';
import type { TraceSender } from './trace-sender.ts';

const EVALUATION_MS = 350;

interface Created {
  data: { id: string; project_name: string };
}

/**
 * Creates the planned experiments that the dataset does not have yet, with their traces, runs,
 * evaluations and tags. Returns how many it created.
 */
export async function sendExperiments(
  rest: RestClient,
  traces: TraceSender,
  { id, examples }: SentDataset,
  plans: readonly ExperimentPlan[],
): Promise<number> {
  const list = `datasets/${encodeURIComponent(id)}/experiments`;
  const { data: known } = await rest.get<{ data: { name: string }[] }>(`${list}?limit=1000`);
  let made = 0;
  for (const { name, description, metadata, repetitions, tag, runs } of plans) {
    if (known.some((experiment) => experiment.name === name)) continue;
    // Skips examples that have been deleted from the dataset.
    const left = runs.filter(({ example }) => examples.has(example));
    if (left.length === 0) continue;
    const { data: experiment } = await rest.post<Created>(list, {
      name,
      description,
      metadata,
      repetitions,
    });
    const path = `experiments/${encodeURIComponent(experiment.id)}`;
    if (tag) await rest.post(`${path}/tags`, { name: tag });
    for (const run of left) {
      const { startTimeMs, trace: root } = run;
      const { traceId } = await traces.send({
        project: experiment.project_name,
        startTimeMs,
        root,
      });
      await sendRun(rest, path, examples.get(run.example)!, run, traceId);
    }
    made++;
  }
  return made;
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
