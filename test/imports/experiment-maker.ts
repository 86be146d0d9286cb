import { newTraceId } from '../support/send-traces.js';
import type { TestServer } from '../support/server.js';

/** The columns that differ from server to server. */
const OWN = new Set('id dataset_id dataset_version_id experiment_id'.split(' '));

export interface Example {
  id: string;
  node_id: string;
}

export interface Experiment {
  id: string;
  project_name: string;
}

const TIMES = { start_time: '2026-03-01T10:00:00.000001+00:00', end_time: '2026-03-01T10:00:01Z' };

/** Makes datasets and experiments on a server. */
export class ExperimentMaker {
  constructor(private readonly server: TestServer) {}

  async post(path: string, body: object) {
    const response = await this.server.request.post(path).send(body).expect(200);
    return response.body.data;
  }

  /** Every second example has an ID of its own. Returns the ID of the dataset. */
  async upload(name: string, count: number): Promise<string> {
    const { dataset_id } = await this.post('/v1/datasets/upload?sync=true', {
      action: 'create',
      name,
      inputs: Array.from({ length: count }, (_, at) => ({ q: at })),
      example_ids: Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `own-${at}` : null)),
    });
    return dataset_id;
  }

  async examplesOf(datasetId: string): Promise<Example[]> {
    const { body } = await this.server.request.get(`/v1/datasets/${datasetId}/examples`);
    return body.data.examples;
  }

  async addRun(
    experiment: Experiment,
    example: Example,
    repetition: number,
    more: object = {},
  ): Promise<string> {
    const { id } = await this.post(`/v1/experiments/${experiment.id}/runs`, {
      dataset_example_id: example.node_id,
      repetition_number: repetition,
      output: { answer: repetition },
      ...TIMES,
      ...more,
    });
    return id;
  }

  evaluate(runId: string, name: string, more: object = {}) {
    return this.post('/v1/experiment_evaluations', {
      experiment_run_id: runId,
      name,
      annotator_kind: 'LLM',
      ...TIMES,
      result: { label: 'good', score: 0.25, explanation: 'Why not.' },
      metadata: { model: 'a', big: 1 },
      ...more,
    });
  }

  /** An experiment with five runs on two examples, of which one failed, and five evaluations. */
  async experiment(dataset: string, details: object = {}): Promise<Experiment> {
    const experiment: Experiment = await this.post(`/v1/datasets/${dataset}/experiments`, {
      name: 'first',
      description: 'Tries ü',
      metadata: { model: { name: 'm' } },
      repetitions: 3,
      ...details,
    });
    const [a, b] = await this.examplesOf(dataset);
    const runs: string[] = [];
    for (const [example, repetition] of [
      [b!, 2],
      [a!, 1],
      [a!, 3],
      [b!, 1],
      [a!, 2],
    ] as const) {
      const more = repetition === 3 ? { error: 'boom', output: null } : { trace_id: newTraceId() };
      runs.push(await this.addRun(experiment, example, repetition, more));
    }
    for (const id of runs.slice(0, 3)) await this.evaluate(id, 'quality');
    await this.evaluate(runs[0]!, 'exact', { annotator_kind: 'CODE', result: { score: 1 } });
    const failure = { result: null, error: 'No answer.', trace_id: newTraceId() };
    await this.evaluate(runs[1]!, 'judge', failure);
    return experiment;
  }
}

/** The experiments of a dataset as all their routes show them, without what each server has of its own. */
export async function readExperiments(server: TestServer, name: string) {
  const get = async (path: string) => (await server.request.get(path).expect(200)).body;
  const [dataset] = (await get(`/v1/datasets?name=${name}`)).data;
  const examples = (await get(`/v1/datasets/${dataset.id}/examples`)).data.examples;
  const ids = new Map<string, unknown>(
    examples.map((example: Example & { input: unknown }) => [example.node_id, example.input]),
  );
  const experiments = (await get(`/v1/datasets/${dataset.id}/experiments`)).data;
  const shown = [];
  for (const experiment of experiments) {
    const path = `/v1/experiments/${experiment.id}`;
    const download = await server.request.get(`${path}/json`);
    shown.push({
      experiment,
      runs: (await get(`${path}/runs`)).data,
      results: download.status === 404 ? [] : JSON.parse(download.text),
      tags: (await get(`${path}/tags`)).data,
      left: (await get(`${path}/incomplete-runs?limit=100`)).data.map(
        (row: { dataset_example: Example; repetition_numbers: number[] }) => [
          row.dataset_example.node_id,
          row.repetition_numbers,
        ],
      ),
    });
  }
  return JSON.parse(
    JSON.stringify(shown, (key, value: unknown) => {
      if (OWN.has(key)) return undefined;
      return typeof value === 'string' && ids.has(value) ? ids.get(value) : value;
    }),
  );
}
