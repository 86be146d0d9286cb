import { anExample } from '../support/factories/dataset-example.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

const START = '2031-02-03T04:05:06.001000+00:00';
const END = '2031-02-03T04:05:06.250000+00:00';

describe('POST /v1/experiments/{id}/runs', () => {
  let server: TestServer;
  let experimentId: number;
  let exampleId: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    const { id, dataset_id } = await anExample(server);
    exampleId = id;
    experimentId = (await anExperiment(server, { dataset_id, repetitions: 30 })).id;
  });
  afterAll(() => server.stop());

  const url = (id = experimentId) => `/v1/experiments/${globalId('Experiment', id)}/runs`;
  const run = (given: object = {}) => ({
    dataset_example_id: globalId('DatasetExample', exampleId),
    output: { answer: 'Paris' },
    repetition_number: 1,
    start_time: START,
    end_time: END,
    ...given,
  });
  const post = (given: object = {}, id?: number) => server.request.post(url(id)).send(run(given));
  const list = async (query: object = {}) => (await server.request.get(url()).query(query)).body;

  it('stores a run and returns only its ID', async () => {
    const { status, body } = await post({ trace_id: 'abc', id: 'x', experiment_id: 'y' });
    expect(status).toBe(200);
    expect(body).toEqual({ data: { id: expect.any(String) } });
    expect(await list()).toEqual({
      data: [
        {
          dataset_example_id: globalId('DatasetExample', exampleId),
          output: { answer: 'Paris' },
          repetition_number: 1,
          start_time: START,
          end_time: END,
          trace_id: 'abc',
          error: null,
          id: body.data.id,
          experiment_id: globalId('Experiment', experimentId),
        },
      ],
      next_cursor: null,
    });
  });

  it.each([
    'null',
    'true',
    '"text"',
    '9007199254740993',
    '1.0',
    '[1,[],{"b":2,"a":1}]',
    '{"__proto__":{"x":1},"constructor":1e400}',
    '"\\u0000 \\ud800"',
  ])('keeps the output %s', async (output) => {
    const body = JSON.stringify(run()).replace('{"answer":"Paris"}', output);
    const stored = await server.request
      .post(url())
      .set('Content-Type', 'application/json')
      .send(body);
    expect(stored.status).toBe(200);
    const { text } = await server.request.get(url());
    const kept = output.replace('1e400', 'null').replace('\\u0000 \\ud800', '\uFFFD \uFFFD');
    expect(text).toContain(`"output":${kept},"repetition_number"`);
  });

  it('accepts numbers of repetitions in any form', async () => {
    for (const repetition_number of [7, '8', 9.0, true]) {
      expect((await post({ repetition_number })).status).toBe(200);
    }
    const { data } = await list();
    const numbers = data.map((item: { repetition_number: number }) => item.repetition_number);
    expect(numbers).toEqual([1, 9, 8, 7]);
  });

  it('refuses more repetitions than the experiment has, and counts none as missing', async () => {
    await server.sql('UPDATE experiments SET repetitions = 2 WHERE id = $1', [experimentId]);
    const refused = await server.request.post(url()).send(run({ repetition_number: 3 }));
    expect(refused.status).toBe(422);
    expect(refused.text).toBe(
      'Repetition 3 cannot be stored, because the number of repetitions of the experiment is 2.',
    );
    expect((await list()).data).toEqual([]);
    expect((await post({ repetition_number: 2 })).status).toBe(200);
    const again = await post({ repetition_number: 2 });
    expect(again.status).toBe(409);
  });

  it('accepts times in any form', async () => {
    const times = ['2031-02-03T04:05:06', '2031-02-03T05:05:06+01:00', 1927857906, '2031-02-03'];
    for (const [at, start_time] of times.entries()) {
      expect((await post({ repetition_number: at + 1, start_time })).status).toBe(200);
    }
    const { data } = await list();
    expect(data.map((item: { start_time: string }) => item.start_time)).toEqual([
      '2031-02-03T00:00:00+00:00',
      '2031-02-03T04:05:06+00:00',
      '2031-02-03T04:05:06+00:00',
      '2031-02-03T04:05:06+00:00',
    ]);
  });

  it('refuses a repetition that has succeeded, whatever is sent', async () => {
    const first = await post();
    for (const again of [{}, { error: 'late' }, { output: null }]) {
      const { status, text, type } = await post(again);
      expect([status, type]).toEqual([409, 'text/plain']);
      expect(text).toContain('already exists with a successful result.');
    }
    const { data } = await list();
    expect(data).toEqual([expect.objectContaining({ id: first.body.data.id, error: null })]);
  });

  it('replaces a failed run completely, but keeps its ID and evaluations', async () => {
    const failed = await aRun(server, {
      experiment_id: experimentId,
      example_id: exampleId,
      error: '',
      trace_id: 'old',
      prompt_tokens: 5,
      completion_tokens: 6,
    });
    const evaluation = await anEvaluation(server, { run_id: failed.id });
    const worse = await post({ error: 'again\0', output: null });
    expect(worse.body.data.id).toBe(globalId('ExperimentRun', failed.id));
    expect((await list()).data[0]).toMatchObject({ error: 'again\uFFFD', trace_id: null });
    const better = await post({ trace_id: 'new' });
    expect(better.body.data.id).toBe(globalId('ExperimentRun', failed.id));
    const [row] = await server.sql('SELECT * FROM experiment_runs WHERE id = $1', [failed.id]);
    expect(row).toMatchObject({
      output: { answer: 'Paris' },
      error: null,
      trace_id: 'new',
      start_time: START,
      end_time: END,
      is_failed: false,
      latency_ms: 249,
      prompt_tokens: null,
      completion_tokens: null,
    });
    const kept = await server.sql('SELECT id FROM experiment_run_annotations WHERE run_id = $1', [
      failed.id,
    ]);
    expect(kept).toEqual([{ id: evaluation.id }]);
    expect((await post()).status).toBe(409);
  });

  it('counts an empty error as an error', async () => {
    await post({ error: '' });
    const { body } = await server.request.get(
      `/v1/experiments/${globalId('Experiment', experimentId)}`,
    );
    expect(body.data).toMatchObject({ successful_run_count: 0, failed_run_count: 1 });
  });

  it('accepts examples outside the snapshot, but not of another dataset', async () => {
    const [{ dataset_id } = { dataset_id: 0 }] = await server.sql<{ dataset_id: number }>(
      'SELECT dataset_id FROM experiments WHERE id = $1',
      [experimentId],
    );
    const later = await anExample(server, { dataset_id });
    expect((await post({ dataset_example_id: globalId('DatasetExample', later.id) })).status).toBe(
      200,
    );
    const foreign = await anExample(server);
    expect(
      (await post({ dataset_example_id: globalId('DatasetExample', foreign.id) })).status,
    ).toBe(404);
  });

  it('stores each of many simultaneous runs exactly once', async () => {
    const examples = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const [row] = await server.sql<{ dataset_id: number }>(
          'SELECT dataset_id FROM experiments WHERE id = $1',
          [experimentId],
        );
        return anExample(server, { dataset_id: row!.dataset_id });
      }),
    );
    // Two of the sixteen requests send each run.
    const tasks = examples.flatMap(({ id }) =>
      [1, 2].flatMap((repetition_number) =>
        ['a', 'b'].map((by) => ({
          id,
          repetition_number,
          output: `${id}/${repetition_number}/${by}`,
        })),
      ),
    );
    const outcomes = new Map<string, number>();
    const queue = [...tasks];
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let task = queue.shift(); task; task = queue.shift()) {
          const { id, repetition_number, output } = task;
          const dataset_example_id = globalId('DatasetExample', id);
          const { status } = await post({ dataset_example_id, repetition_number, output });
          outcomes.set(output, status);
        }
      }),
    );
    const statuses = [...outcomes.values()].toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(40).fill(200), ...Array(40).fill(409)]);
    const stored = await server.sql<{ output: string }>(
      'SELECT output FROM experiment_runs WHERE experiment_id = $1',
      [experimentId],
    );
    expect(stored).toHaveLength(40);
    for (const { output } of stored) expect(outcomes.get(output)).toBe(200);
  });

  it('replaces a failed run with only one of many simultaneous ones', async () => {
    const failed = await aRun(server, {
      experiment_id: experimentId,
      example_id: exampleId,
      error: 'first',
    });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => post({ output: n, error: null })),
    );
    const stored = answers.filter(({ status }) => status === 200);
    expect(stored).toHaveLength(1);
    expect(stored[0]!.body.data.id).toBe(globalId('ExperimentRun', failed.id));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
  });

  it('returns 404 if the experiment is deleted at the same time, and leaves nothing', async () => {
    const posts = Array.from({ length: 30 }, (_, at) => post({ repetition_number: at + 1 }));
    const deletion = server.request.delete(
      `/v1/experiments/${globalId('Experiment', experimentId)}`,
    );
    const [deleted, ...answers] = await Promise.all([deletion, ...posts]);
    expect(deleted.status).toBe(204);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    const left = await server.sql('SELECT id FROM experiment_runs WHERE experiment_id = $1', [
      experimentId,
    ]);
    expect(left).toEqual([]);
  });

  it.each([
    [{ output: undefined }, 'output'],
    [{ dataset_example_id: undefined }, 'dataset_example_id'],
    [{ dataset_example_id: 5 }, 'dataset_example_id'],
    [{ repetition_number: undefined }, 'repetition_number'],
    [{ repetition_number: null }, 'repetition_number'],
    [{ repetition_number: 0 }, 'repetition_number'],
    [{ repetition_number: -3 }, 'repetition_number'],
    [{ repetition_number: 1.5 }, 'repetition_number'],
    [{ repetition_number: 'x' }, 'repetition_number'],
    [{ repetition_number: 2 ** 31 }, 'repetition_number'],
    [{ start_time: undefined }, 'start_time'],
    [{ start_time: 'yesterday' }, 'start_time'],
    [{ end_time: {} }, 'end_time'],
    [{ end_time: null }, 'end_time'],
    [{ trace_id: 5 }, 'trace_id'],
    [{ trace_id: 'a\0' }, 'trace_id'],
    [{ trace_id: 'x'.repeat(513) }, 'trace_id'],
    [{ error: {} }, 'error'],
  ])('refuses %j', async (given, field) => {
    const { status, body } = await post(given);
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(['body', field]);
    expect((await list()).data).toEqual([]);
  });

  it('refuses values with too many levels', async () => {
    const output = JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`);
    expect((await post({ output })).status).toBe(422);
  });

  it('takes the example by its external ID', async () => {
    await server.sql("UPDATE dataset_examples SET external_id = 'my-own-id' WHERE id = $1", [
      exampleId,
    ]);
    expect((await post({ dataset_example_id: 'my-own-id' })).status).toBe(200);
    const { data } = await list();
    expect(data[0].dataset_example_id).toBe(globalId('DatasetExample', exampleId));
    const elsewhere = await anExperiment(server);
    const other = await post({ dataset_example_id: 'my-own-id' }, elsewhere.id);
    expect(other.status).toBe(422);
  });

  it('refuses IDs that do not exist or are of another type', async () => {
    const outcome = async (given: object, id?: string) => {
      const path = id === undefined ? url() : `/v1/experiments/${id}/runs`;
      const { status, type } = await server.request.post(path).send(run(given));
      return `${status} ${type}`;
    };
    expect(await outcome({}, 'fake-id-0a1b2c3d')).toBe('422 text/plain');
    expect(await outcome({}, globalId('Dataset', 1))).toBe('404 text/plain');
    expect(await outcome({}, globalId('Experiment', 999999))).toBe('404 text/plain');
    expect(await outcome({ dataset_example_id: 'my-own-id' })).toBe('422 text/plain');
    expect(await outcome({ dataset_example_id: globalId('Dataset', 1) })).toBe('404 text/plain');
    expect(await outcome({ dataset_example_id: globalId('DatasetExample', 999999) })).toBe(
      '404 text/plain',
    );
    const bodiless = await server.request.post('/v1/experiments/fake-id-0a1b2c3d/runs');
    expect(bodiless.status).toBe(422);
  });
});
