import { anExample } from '../support/factories/dataset-example.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('the missing work of an experiment', () => {
  let server: TestServer;
  let experimentId: number;
  let examples: { id: number }[];

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    const first = await anExample(server, { input: { n: 0 }, external_id: 'mine' });
    const { dataset_id } = first;
    examples = [first];
    for (let n = 1; n < 4; n++)
      examples.push(await anExample(server, { dataset_id, input: { n } }));
    experimentId = (await anExperiment(server, { dataset_id, repetitions: 3 })).id;
  });
  afterAll(() => server.stop());

  const run = (at: number, repetition_number: number, error: string | null = null) =>
    aRun(server, {
      experiment_id: experimentId,
      example_id: examples[at]!.id,
      repetition_number,
      error,
      output: `${at}/${repetition_number}`,
    });
  const get = async (what: string, query: object | string = {}) =>
    server.request
      .get(`/v1/experiments/${globalId('Experiment', experimentId)}/incomplete-${what}`)
      .query(query);

  describe('GET incomplete-runs', () => {
    const numbers = (body: {
      data: { dataset_example: { input: { n: number } }; repetition_numbers: number[] }[];
    }) => body.data.map((item) => [item.dataset_example.input.n, item.repetition_numbers]);

    it('lists missing and failed runs, and skips complete examples', async () => {
      for (const repetition of [1, 2, 3]) await run(0, repetition);
      await run(1, 2);
      await run(2, 1);
      await run(2, 2, 'failed');
      await run(3, 1, 'failed');
      await run(3, 9);
      const { body } = await get('runs');
      expect(numbers(body)).toEqual([
        [1, [1, 3]],
        [2, [2, 3]],
        [3, [1, 2, 3]],
      ]);
      expect(body.next_cursor).toBeNull();
    });

    it('identifies an example only by its global ID, and includes its source span', async () => {
      const span = await aSpan(server);
      const { id, created_at } = await anExample(server, {
        trace_id: span.trace_id,
        span_id: span.span_id,
        external_id: 'mine',
        input: { q: 1 },
        output: { a: 2 },
        metadata: { m: 3 },
      });
      const [row] = await server.sql<{ dataset_id: number }>(
        'SELECT dataset_id FROM dataset_examples WHERE id = $1',
        [id],
      );
      experimentId = (await anExperiment(server, row)).id;
      const { body } = await get('runs');
      expect(body).toEqual({
        data: [
          {
            dataset_example: {
              id: globalId('DatasetExample', id),
              node_id: globalId('DatasetExample', id),
              input: { q: 1 },
              output: { a: 2 },
              metadata: { m: 3 },
              updated_at: expect.stringMatching(/^\d{4}-.*\+00:00$/),
              source: { span_id: span.span_id, span_node_id: globalId('Span', span.id) },
            },
            repetition_numbers: [1],
          },
        ],
        next_cursor: null,
      });
      expect(body.data[0].dataset_example.updated_at >= created_at).toBe(true);
    });

    it('comes in pages by example, with one query per list', async () => {
      await run(1, 1);
      const { result, statements } = await server.countQueries(() => get('runs', { limit: 2 }));
      expect(numbers(result.body)).toEqual([
        [0, [1, 2, 3]],
        [1, [2, 3]],
      ]);
      expect(result.body.next_cursor).toBe(globalId('DatasetExample', examples[2]!.id));
      expect(statements).toHaveLength(2);
      const second = await get('runs', { limit: 2, cursor: result.body.next_cursor });
      expect(numbers(second.body).map(([n]) => n)).toEqual([2, 3]);
      expect(second.body.next_cursor).toBeNull();
    });

    it('is empty if everything is done', async () => {
      for (const at of [0, 1, 2, 3]) for (const repetition of [1, 2, 3]) await run(at, repetition);
      expect((await get('runs')).body).toEqual({ data: [], next_cursor: null });
    });
  });

  describe('GET incomplete-evaluations', () => {
    const missing = (body: {
      data: { experiment_run: { output: string }; evaluation_names: string[] }[];
    }) => body.data.map((item) => [item.experiment_run.output, item.evaluation_names]);

    it('lists missing and failed evaluations of successful runs, sorted', async () => {
      const complete = await run(0, 1);
      const partly = await run(1, 1);
      const broken = await run(2, 1);
      await run(3, 1);
      await run(3, 2, 'failed');
      for (const name of ['b', 'a']) await anEvaluation(server, { run_id: complete.id, name });
      await anEvaluation(server, { run_id: partly.id, name: 'a' });
      await anEvaluation(server, { run_id: broken.id, name: 'b', error: '' });
      await anEvaluation(server, { run_id: broken.id, name: 'c' });
      const names = 'evaluation_name=b&evaluation_name=%20a&evaluation_name=&evaluation_name=b';
      const { status, body } = await get('evaluations', names);
      expect(status).toBe(200);
      expect(missing(body)).toEqual([
        ['1/1', ['b']],
        ['2/1', ['a', 'b']],
        ['3/1', ['a', 'b']],
      ]);
      expect(body.data[0]).toMatchObject({
        experiment_run: {
          id: globalId('ExperimentRun', partly.id),
          experiment_id: globalId('Experiment', experimentId),
          dataset_example_id: globalId('DatasetExample', examples[1]!.id),
          repetition_number: 1,
          error: null,
          trace_id: null,
          start_time: partly.start_time,
          end_time: partly.end_time,
        },
        dataset_example: { id: globalId('DatasetExample', examples[1]!.id), input: { n: 1 } },
      });
    });

    it('sorts names in any script by code point', async () => {
      await run(0, 1);
      const names = ['é', 'z', '試', '\u{1F600}', 'B', 'a', '\uFF5E'];
      const { body } = await get('evaluations', { evaluation_name: names });
      expect(body.data[0].evaluation_names).toEqual([
        'B',
        'a',
        'z',
        'é',
        '試',
        '\uFF5E',
        '\u{1F600}',
      ]);
    });

    it('skips runs of examples outside the snapshot', async () => {
      const [row] = await server.sql<{ dataset_id: number }>(
        'SELECT dataset_id FROM experiments WHERE id = $1',
        [experimentId],
      );
      const later = await anExample(server, row);
      await aRun(server, { experiment_id: experimentId, example_id: later.id });
      expect((await get('evaluations', { evaluation_name: 'a' })).body.data).toEqual([]);
    });

    it('comes in pages by run, and never has an empty page with a cursor', async () => {
      const runs = [await run(0, 1), await run(1, 1), await run(2, 1)];
      const first = await get('evaluations', { evaluation_name: 'a', limit: 1 });
      expect(missing(first.body)).toEqual([['0/1', ['a']]]);
      expect(first.body.next_cursor).toBe(globalId('ExperimentRun', runs[1]!.id));
      await anEvaluation(server, { run_id: runs[1]!.id, name: 'a' });
      const cursor = first.body.next_cursor;
      const second = await get('evaluations', { evaluation_name: 'a', limit: 1, cursor });
      expect([missing(second.body), second.body.next_cursor]).toEqual([[['2/1', ['a']]], null]);
    });

    it('requires names', async () => {
      for (const query of ['', 'evaluation_name=', 'evaluation_name=%20&evaluation_name=%09']) {
        const { status, text, type } = await get('evaluations', query);
        expect([status, type]).toEqual([400, 'text/plain']);
        expect(text).toContain('evaluation_name');
      }
      const hostile = await get('evaluations', 'evaluation_name=a%00b');
      expect(hostile.status).toBe(400);
      expect(hostile.text).toContain('null bytes');
    });

    it('checks IDs and cursors before names, and then the experiment', async () => {
      const status = async (id: string, query = '') => {
        const response = await server.request.get(
          `/v1/experiments/${id}/incomplete-evaluations${query}`,
        );
        return response.status;
      };
      expect(await status('fake-id-0a1b2c3d')).toBe(422);
      expect(await status(globalId('Dataset', 1))).toBe(404);
      expect(await status(globalId('Experiment', 999999), '?cursor=x')).toBe(422);
      expect(await status(globalId('Experiment', 999999))).toBe(400);
      expect(await status(globalId('Experiment', 999999), '?evaluation_name=a')).toBe(404);
    });

    it('says that an unknown experiment does not exist', async () => {
      const { text } = await server.request.get(
        `/v1/experiments/${globalId('Experiment', 999999)}/incomplete-evaluations?evaluation_name=a`,
      );
      expect(text).toContain('does not exist');
    });
  });

  it.each([
    ['runs', '?limit=0', 422],
    ['runs', '?limit=x', 422],
    ['runs', '?cursor=x', 422],
    ['runs', `?cursor=${globalId('ExperimentRun', 1)}`, 422],
    ['evaluations', '?evaluation_name=a&limit=-1', 422],
    ['evaluations', `?evaluation_name=a&cursor=${globalId('DatasetExample', 1)}`, 422],
  ])('responds to incomplete-%s%s with %i', async (what, query, status) => {
    const id = globalId('Experiment', experimentId);
    const response = await server.request.get(`/v1/experiments/${id}/incomplete-${what}${query}`);
    expect(response.status).toBe(status);
  });

  it.each([
    ['fake-id-0a1b2c3d', 422],
    [globalId('Dataset', 1), 404],
    [globalId('Experiment', 999999), 404],
  ])('has no runs for %s: %i', async (id, status) => {
    const response = await server.request.get(`/v1/experiments/${id}/incomplete-runs`);
    expect([response.status, response.type]).toEqual([status, 'text/plain']);
  });
});
