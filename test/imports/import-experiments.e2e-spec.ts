import { admin, startAdmin } from '../support/admin.js';
import { eventually } from '../support/eventually.js';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** What each server has of its own. */
const OWN = new Set('id dataset_id dataset_version_id experiment_id'.split(' '));

interface Example {
  id: string;
  node_id: string;
}

interface Experiment {
  id: string;
  project_name: string;
}

const TIMES = { start_time: '2026-03-01T10:00:00.000001+00:00', end_time: '2026-03-01T10:00:01Z' };

describe('npm run admin -- import phoenix, with experiments', () => {
  let source: TestServer;
  let target: TestServer;
  let proxy: FaultyProxy;

  beforeEach(async () => {
    source = await startTestServer({}, { isShared: false });
    target = await startTestServer({}, { isShared: false });
    proxy = await startFaultyProxy(source.url);
  });
  afterEach(async () => {
    await proxy.stop();
    await source.stop();
    await target.stop();
  });

  const args = () => ['import', 'phoenix', '--url', proxy.url];
  const env = () => ({ SPANDREL_DATABASE_URL: target.databaseUrl });
  const run = () => admin(args(), env());
  const post = async (path: string, body: object) => {
    const response = await source.request.post(path).send(body);
    expect([path, response.status, response.text]).toEqual([path, 200, expect.anything()]);
    return response.body.data;
  };
  const upload = (name: string, count: number) =>
    post('/v1/datasets/upload?sync=true', {
      action: 'create',
      name,
      inputs: Array.from({ length: count }, (_, at) => ({ q: at })),
      example_ids: Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `own-${at}` : null)),
    });
  const examplesOf = async (datasetId: string): Promise<Example[]> => {
    const { body } = await source.request.get(`/v1/datasets/${datasetId}/examples`);
    return body.data.examples;
  };
  const addRun = (
    experiment: Experiment,
    example: Example,
    repetition: number,
    more: object = {},
  ) =>
    post(`/v1/experiments/${experiment.id}/runs`, {
      dataset_example_id: example.node_id,
      repetition_number: repetition,
      output: { answer: repetition },
      ...TIMES,
      ...more,
    });
  const evaluate = (runId: string, name: string, more: object = {}) =>
    post('/v1/experiment_evaluations', {
      experiment_run_id: runId,
      name,
      annotator_kind: 'LLM',
      ...TIMES,
      result: { label: 'good', score: 0.25, explanation: 'Why not.' },
      metadata: { model: 'a', big: 1 },
      ...more,
    });

  /** The experiments of a dataset as all their routes show them, without what each server has of its own. */
  const read = async (server: TestServer, name: string) => {
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
  };

  /** An experiment with three runs on each of two examples, of which one failed. */
  const makeExperiment = async (dataset: string, details: object = {}) => {
    const experiment: Experiment = await post(`/v1/datasets/${dataset}/experiments`, {
      name: 'first',
      description: 'Tries ü',
      metadata: { model: { name: 'm' } },
      repetitions: 3,
      ...details,
    });
    const [a, b] = await examplesOf(dataset);
    const runs: string[] = [];
    for (const [example, repetition] of [
      [b!, 2],
      [a!, 1],
      [a!, 3],
      [b!, 1],
      [a!, 2],
    ] as const) {
      const more = repetition === 3 ? { error: 'boom', output: null } : { trace_id: newTraceId() };
      runs.push((await addRun(experiment, example, repetition, more)).id);
    }
    for (const id of runs.slice(0, 3)) await evaluate(id, 'quality');
    await evaluate(runs[0]!, 'exact', { annotator_kind: 'CODE', result: { score: 1 } });
    await evaluate(runs[1]!, 'judge', {
      result: null,
      error: 'No answer.',
      trace_id: newTraceId(),
    });
    return experiment;
  };

  it('repeats them with runs, evaluations and tags, and stores nothing twice', async () => {
    const { dataset_id: dataset } = await upload('capitals', 4);
    const first = await makeExperiment(dataset);
    await source.request.post(`/v1/experiments/${first.id}/tags`).send({ name: 'baseline' });
    await post('/v1/datasets/upload?sync=true', {
      action: 'append',
      name: 'capitals',
      inputs: [{ q: 'new' }],
    });
    const second = await makeExperiment(dataset, { name: 'second', repetitions: 2 });
    await sendTraces(source.url, [{ project: second.project_name, spanId: 'aaaaaaaaaaaaaaaa' }]);

    const imported = await run();
    expect([imported.code, imported.stdout]).toEqual([
      0,
      expect.stringContaining('experiments: 2\n'),
    ]);
    expect(imported.stdout).toContain('runs of experiments: 10\n');
    expect(imported.stdout).toContain('evaluations of runs: 10\n');
    const shown = await read(target, 'capitals');
    expect(shown).toEqual(await read(source, 'capitals'));
    expect(shown).toMatchObject([
      { experiment: { name: 'second', example_count: 5 }, runs: { length: 5 } },
      { experiment: { name: 'first', example_count: 4 }, tags: [{ name: 'baseline' }] },
    ]);
    const spans = await target.sql(
      `SELECT p.name FROM traces t JOIN projects p ON p.id = t.project_id`,
    );
    expect(spans).toEqual([{ name: second.project_name }]);

    const again = await run();
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('experiments: 0, and 2 that were stored already\n');
    expect(again.stdout).toContain('runs of experiments: 0, and 10 that were stored already\n');
    expect(again.stdout).toContain('evaluations of runs: 0, and 10 that were stored already\n');
    expect(await read(target, 'capitals')).toEqual(shown);
  }, 120_000);

  it('takes what is new in an experiment that was imported, and keeps what was changed here', async () => {
    const { dataset_id: dataset } = await upload('capitals', 2);
    const first = await makeExperiment(dataset);
    const second = await makeExperiment(dataset, { name: 'second' });
    expect((await run()).code).toBe(0);
    const [a] = await examplesOf(dataset);
    const { id } = await addRun(first, a!, 3, { output: 'better' });
    await evaluate(id, 'quality', { result: { label: 'bad' } });
    await source.request.patch(`/v1/experiments/${first.id}`).send({ name: 'renamed' }).expect(200);
    const expected = await read(source, 'capitals');
    await target.sql(
      `UPDATE experiments SET name = 'mine', updated_at = now() WHERE name = 'second'`,
    );
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([0, expect.stringContaining('experiments: 0, and 2 that')]);
    const shown = await read(target, 'capitals');
    expect(shown[1]).toEqual(expected[1]);
    expect(shown[0].experiment.name).toBe('mine');
    expect(second.project_name).toBe(shown[0].experiment.project_name);
  }, 120_000);

  it('repeats the order of many runs, and continues after it was killed', async () => {
    const { dataset_id: dataset } = await upload('many', 250);
    const experiment: Experiment = await post(`/v1/datasets/${dataset}/experiments`, {});
    const examples = await examplesOf(dataset);
    for (const example of examples.toReversed()) await addRun(experiment, example, 1);
    // It stops before the second page that is stored.
    let isHeld = false;
    proxy.answer = (path) => {
      if (!path.includes('/runs?')) return null;
      const pages = proxy.requests.filter((request) => request.includes('/runs?')).length;
      if (pages <= 4) return null;
      isHeld = true;
      return { status: 429, headers: { 'Retry-After': '60' }, body: 'Slow down.' };
    };
    const killed = startAdmin(args(), env());
    await eventually('two pages', () => Promise.resolve(isHeld));
    await eventually('runs', async () => (await countRuns()) > 0);
    killed.process.kill('SIGKILL');
    await killed.outcome;
    const stored = await countRuns();
    expect(stored).toBeLessThan(250);
    proxy.answer = () => null;
    const { code, stdout } = await run();
    const known = `and ${stored} that were stored already`;
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`runs of experiments: ${250 - stored}, ${known}\n`),
    ]);
    expect(await read(target, 'many')).toEqual(await read(source, 'many'));
  }, 180_000);

  const countRuns = async () => {
    const [row] = await target.sql<{ count: number }>('SELECT count(*) FROM experiment_runs');
    return row!.count;
  };

  it('repeats experiments on splits, and leaves out temporary ones', async () => {
    const { dataset_id: dataset } = await upload('split', 4);
    const examples = await examplesOf(dataset);
    await source.request
      .post(`/v1/datasets/${dataset}/splits`)
      .send({
        name: 'test',
        description: 'Held back',
        color: '#123456',
        metadata: { a: 1 },
        example_ids: examples.slice(2).map(({ node_id }) => node_id),
      })
      .expect(201);
    const experiment: Experiment = await post(`/v1/datasets/${dataset}/experiments`, {
      name: 'on a split',
      splits: ['test'],
    });
    await addRun(experiment, examples[2]!, 1);
    await post(`/v1/datasets/${dataset}/experiments`, { name: 'temporary' });
    await source.sql(`UPDATE experiments SET is_ephemeral = true WHERE name = 'temporary'`);
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([0, expect.stringContaining('experiments: 1\n')]);
    expect(stdout).toContain('Left out experiments that are temporary');
    await source.sql(`DELETE FROM experiments WHERE name = 'temporary'`);
    const shown = await read(target, 'split');
    expect(shown).toEqual(await read(source, 'split'));
    expect(shown).toMatchObject([{ experiment: { example_count: 2 } }]);
    const splits = await target.sql(
      `SELECT s.name, s.description, s.color, s.metadata, count(*) FROM dataset_splits s
         JOIN experiment_splits x ON x.split_id = s.id
         JOIN dataset_split_examples m ON m.split_id = s.id GROUP BY s.id`,
    );
    expect(splits).toEqual([
      { name: 'test', description: 'Held back', color: '#123456', metadata: { a: 1 }, count: 2 },
    ]);
  }, 120_000);

  it('reports experiments without their dataset, and runs and evaluations that are broken', async () => {
    const { dataset_id: dataset } = await upload('mine', 2);
    await makeExperiment(dataset);
    await target.request
      .post('/v1/datasets/upload?sync=true')
      .send({ action: 'create', name: 'mine', inputs: [{ q: 'of this server' }] })
      .expect(200);
    const { dataset_id: other } = await upload('other', 2);
    await makeExperiment(other);
    // The example of its second run is not in the dataset.
    await source.sql(`UPDATE experiment_runs SET example_id = 999 WHERE id = 7`);
    await source.sql(`UPDATE experiment_runs SET trace_id = repeat('x', 5000) WHERE id = 6`);
    await source.sql(
      `UPDATE experiment_run_annotations SET name = repeat('x', 5000) WHERE run_id = 8`,
    );
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toContain(
      'experiments: 1. The version of the dataset that they used was not imported.\n' +
        '    dataset mine, experiment first\n',
    );
    const place = String.raw`\n {4}dataset other, experiment first, example \S+, repetition \d\n`;
    for (const line of [
      String.raw`runs of experiments: 1\. The version of the dataset does not have their example\.`,
      String.raw`runs of experiments: 1\. trace_id: [^\n]+\.`,
      String.raw`evaluations of runs: 2\. Their runs were not imported\.`,
      String.raw`evaluations of runs: 1\. name: [^\n]+\.`,
    ]) {
      expect(stdout).toMatch(new RegExp(`${line}${place}`));
    }
    expect(stdout).toContain('runs of experiments: 3\n');
  }, 120_000);

  it.each([
    ['asks to wait', { status: 429, headers: { 'Retry-After': '1' }, body: 'Slow down.' }],
    ['fails', { status: 500, body: 'Out of order' }],
    ['responds with garbage', { status: 200, body: '<html>Welcome</html>' }],
    ['breaks off', 'cut' as const],
  ])(
    'tries again if the other server %s',
    async (_, fault) => {
      const { dataset_id: dataset } = await upload('capitals', 4);
      await makeExperiment(dataset);
      const broken = new Set<string>();
      proxy.answer = (path, body) => {
        const key = `${path} ${body}`;
        const isMeant = /\/(?:runs\?|json|jsonl|graphql)/.test(path);
        if (!isMeant || broken.has(key)) return null;
        broken.add(key);
        return fault;
      };
      const { code, stdout } = await run();
      expect([code, stdout]).toEqual([0, expect.stringContaining('experiments: 1\n')]);
      expect(broken.size).toBeGreaterThan(4);
      proxy.answer = () => null;
      expect(await read(target, 'capitals')).toEqual(await read(source, 'capitals'));
    },
    120_000,
  );

  it.each([
    [403, 'Forbidden', 'with 403: Forbidden. The user of the API key must be allowed to read'],
    [401, 'Invalid token', 'with 401: Invalid token. Give an API key with --api-key.'],
    [500, 'Out of order', 'with 500: Out of order.'],
  ])(
    'says in words that the other server responded with %s',
    async (status, body, words) => {
      const { dataset_id: dataset } = await upload('capitals', 4);
      await makeExperiment(dataset);
      proxy.answer = (path) => (path.includes('/runs?') ? { status, body } : null);
      const { code, stdout, stderr } = await run();
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/GET \/v1\/experiments\/\S+\/runs was refused /);
      expect(stderr).toContain(words);
    },
    120_000,
  );
});
