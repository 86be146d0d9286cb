import { aRun } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

const URL = '/v1/experiment_evaluations';

describe('POST /v1/experiment_evaluations', () => {
  let server: TestServer;
  let runId: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    runId = (await aRun(server)).id;
  });
  afterAll(() => server.stop());

  const evaluation = (given: object = {}) => ({
    experiment_run_id: globalId('ExperimentRun', runId),
    name: 'exact',
    annotator_kind: 'CODE',
    start_time: '2031-02-03T04:05:07Z',
    end_time: '2031-02-03T04:05:07.5Z',
    result: { label: 'ok', score: 1, explanation: 'as it should' },
    ...given,
  });
  const post = (given: object = {}) => server.request.post(URL).send(evaluation(given));
  const stored = () =>
    server.sql('SELECT * FROM experiment_run_annotations WHERE run_id = $1 ORDER BY name', [runId]);

  it("stores an evaluator's result, with metadata only from the top level", async () => {
    const { status, body } = await post({
      result: { label: 'ok', score: 1, metadata: { no: 1 }, name: 'no' },
      metadata: { v: 2 },
      trace_id: 'abc',
    });
    expect(status).toBe(200);
    const [row] = await stored();
    expect(body).toEqual({ data: { id: globalId('ExperimentEvaluation', Number(row!['id'])) } });
    expect(row).toMatchObject({
      name: 'exact',
      annotator_kind: 'CODE',
      label: 'ok',
      score: 1,
      explanation: null,
      error: null,
      metadata: { v: 2 },
      trace_id: 'abc',
      start_time: '2031-02-03T04:05:07+00:00',
      end_time: '2031-02-03T04:05:07.500000+00:00',
    });
  });

  it('replaces one with the same name completely, and keeps its ID', async () => {
    const first = await post({ metadata: { a: 1 }, trace_id: 'abc' });
    const failed = await post({ result: undefined, error: 'broke', annotator_kind: 'AGENT' });
    expect(failed.body).toEqual(first.body);
    await post({ name: 'other' });
    const rows = await stored();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      annotator_kind: 'AGENT',
      label: null,
      score: null,
      explanation: null,
      trace_id: null,
      error: 'broke',
      metadata: {},
    });
  });

  it.each([
    [{ result: { score: true } }, { score: 1 }],
    [{ result: { score: '0.5' } }, { score: 0.5 }],
    [{ result: { score: -1e300 } }, { score: -1e300 }],
    [{ result: {} }, { label: null, score: null, error: null }],
    [{ result: {}, error: 'both' }, { error: 'both' }],
    [
      { result: { label: 'x' }, error: 'both' },
      { label: 'x', error: 'both' },
    ],
    [{ result: null, error: '' }, { error: '' }],
    [{ metadata: null }, { metadata: {} }],
    [
      { result: { label: 'a\0', explanation: 'b\0' } },
      { label: 'a\uFFFD', explanation: 'b\uFFFD' },
    ],
  ])('accepts %j', async (given, expected) => {
    expect((await post(given)).status).toBe(200);
    expect(await stored()).toEqual([expect.objectContaining(expected)]);
  });

  it('stores only one of many simultaneous evaluations with the same name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => post({ result: { score: n } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    [{ experiment_run_id: undefined }, 'experiment_run_id'],
    [{ experiment_run_id: 5 }, 'experiment_run_id'],
    [{ name: undefined }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'a\0' }, 'name'],
    [{ name: 'x'.repeat(1025) }, 'name'],
    [{ annotator_kind: undefined }, 'annotator_kind'],
    [{ annotator_kind: 'code' }, 'annotator_kind'],
    [{ annotator_kind: 'ROBOT' }, 'annotator_kind'],
    [{ start_time: undefined }, 'start_time'],
    [{ end_time: 'soon' }, 'end_time'],
    [{ result: 'good' }, 'result'],
    [{ result: [] }, 'result'],
    [{ result: [{}] }, 'result'],
    [{ result: 1 }, 'result'],
    [{ result: { label: 5 } }, 'result.label'],
    [{ result: { score: 'high' } }, 'result.score'],
    [{ result: { score: {} } }, 'result.score'],
    [{ result: { explanation: [] } }, 'result.explanation'],
    [{ error: 5 }, 'error'],
    [{ metadata: [] }, 'metadata'],
    [{ metadata: 'x' }, 'metadata'],
    [{ trace_id: 5 }, 'trace_id'],
  ])('refuses %j', async (given, place) => {
    const { status, body } = await post(given);
    expect(status).toBe(422);
    expect(body.detail[0].loc.join('.')).toBe(`body.${place}`);
    expect(await stored()).toEqual([]);
  });

  it.each(['1.0', '9007199254740993'])('refuses the result %s', async (result) => {
    const body = JSON.stringify(evaluation({ result: 'RESULT' })).replace('"RESULT"', result);
    const { status } = await server.request
      .post(URL)
      .set('Content-Type', 'application/json')
      .send(body);
    expect(status).toBe(422);
  });

  it('refuses an evaluation without content, and unknown runs', async () => {
    expect((await post({ result: undefined })).status).toBe(422);
    expect((await post({ result: null, error: null })).status).toBe(422);
    expect((await post({ experiment_run_id: 'nonsense' })).status).toBe(422);
    expect((await post({ experiment_run_id: globalId('Dataset', 1) })).status).toBe(404);
    const unknown = await post({ experiment_run_id: globalId('ExperimentRun', 999999) });
    expect([unknown.status, unknown.type]).toEqual([404, 'text/plain']);
    expect((await server.request.post(URL)).status).toBe(422);
  });
});
