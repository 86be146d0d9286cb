import { aDataset } from '../support/factories/dataset.js';
import { anExample } from '../support/factories/dataset-example.js';
import { anExperiment } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

const START = '2031-02-03T04:05:06.001000+00:00';
const END = '2031-02-03T04:05:06.250000+00:00';

describe('GET /v1/experiments/{id}/runs', () => {
  let server: TestServer;
  let experimentId: number;
  let exampleId: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    const { id, dataset_id } = await anExample(server);
    exampleId = id;
    experimentId = (await anExperiment(server, { dataset_id, repetitions: 2500 })).id;
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

  beforeEach(async () => {
    for (let repetition_number = 1; repetition_number <= 5; repetition_number++) {
      await post({ repetition_number, output: 'x'.repeat(10) });
    }
  });
  const numbers = ({ data }: { data: { repetition_number: number }[] }) =>
    data.map((item) => item.repetition_number);

  it('lists all runs, newest first, unless a page is requested', async () => {
    const all = await list();
    expect([numbers(all), all.next_cursor]).toEqual([[5, 4, 3, 2, 1], null]);
    const first = await list({ limit: 2 });
    expect([numbers(first), first.next_cursor]).toEqual([[5, 4], all.data[2].id]);
    const second = await list({ limit: 2, cursor: first.next_cursor });
    expect([numbers(second), second.next_cursor]).toEqual([[3, 2], all.data[4].id]);
    const last = await list({ limit: 2, cursor: second.next_cursor });
    expect([numbers(last), last.next_cursor]).toEqual([[1], null]);
    const exact = await list({ limit: 5 });
    expect([numbers(exact), exact.next_cursor]).toEqual([[5, 4, 3, 2, 1], null]);
  });

  it('continues through outputs of many megabytes', async () => {
    await server.sql(
      `UPDATE experiment_runs SET output = to_json(repeat(md5(id::text), 25000))
        WHERE experiment_id = $1`,
      [experimentId],
    );
    const all = await list();
    expect([numbers(all), all.next_cursor]).toEqual([[5, 4, 3, 2, 1], null]);
    expect(all.data[4].output).toHaveLength(800_000);
    const first = await list({ limit: 3 });
    expect([numbers(first), first.next_cursor]).toEqual([[5, 4, 3], all.data[3].id]);
  });

  it('reads thousands without a query per run', async () => {
    await server.sql(
      `INSERT INTO experiment_runs (experiment_id, example_id, repetition_number, output,
         start_time, end_time, is_failed, latency_ms)
       SELECT $1, $2, n, '1', now(), now(), false, 0 FROM generate_series(6, 2500) n`,
      [experimentId, exampleId],
    );
    const { result, statements } = await server.countQueries(() => list());
    expect(numbers(result)).toEqual(Array.from({ length: 2500 }, (_, at) => 2500 - at));
    expect(statements.length).toBeLessThanOrEqual(4);
  });

  it.each([
    ['fake-id-0a1b2c3d', '', 422],
    [globalId('Dataset', 1), '', 404],
    [globalId('Experiment', 1), '?limit=0', 422],
    [globalId('Experiment', 1), '?limit=many', 422],
    [globalId('Experiment', 1), '?cursor=x', 422],
  ])('responds to %s%s with %i', async (id, query, status) => {
    const response = await server.request.get(`/v1/experiments/${id}/runs${query}`);
    expect(response.status).toBe(status);
  });

  it('is empty for an unknown experiment', async () => {
    const { status, body } = await server.request.get(url(999999));
    expect([status, body]).toEqual([200, { data: [], next_cursor: null }]);
    const empty = await anExperiment(server, { dataset_id: (await aDataset(server)).id });
    expect((await server.request.get(url(empty.id))).body.data).toEqual([]);
  });
});
