import { aDataset } from '../../support/factories/dataset.js';
import { anExample } from '../../support/factories/dataset-example.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/;

describe('the splits of a dataset over REST', () => {
  let server: TestServer;
  let datasetId: number;
  let path: string;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await server.sql('DELETE FROM datasets');
    await server.sql('DELETE FROM dataset_splits');
    datasetId = (await aDataset(server, { name: 'capitals' })).id;
    path = `/v1/datasets/${globalId('Dataset', datasetId)}/splits`;
  });
  afterAll(() => server.stop());

  const idOf = ({ id }: { id: number }) => globalId('DatasetExample', id);
  const list = async (query = '') => (await server.request.get(`${path}${query}`)).body;

  it('lists the splits that contain examples of the dataset, newest first', async () => {
    const [first, second] = [
      await anExample(server, { dataset_id: datasetId }),
      await anExample(server, { dataset_id: datasetId }),
    ];
    const names = Array.from({ length: 12 }, (_, at) => `split ${at}`);
    for (const name of names) {
      const example_ids = name === 'split 3' ? [idOf(first), idOf(second)] : [idOf(first)];
      await server.request.post(path).send({ name, example_ids }).expect(201);
    }
    await server.request.post(path).send({ name: 'empty' }).expect(201);
    const elsewhere = await anExample(server);
    const other = `/v1/datasets/${globalId('Dataset', elsewhere.dataset_id)}/splits`;
    const body = { name: 'elsewhere', example_ids: [idOf(elsewhere)] };
    await server.request.post(other).send(body).expect(201);

    const page = await list();
    expect(page.data.map(({ name }: { name: string }) => name)).toEqual(
      names.toReversed().slice(0, 10),
    );
    expect(page.data[8]).toEqual({
      id: expect.any(String),
      name: 'split 3',
      description: null,
      color: '#33c5e8',
      metadata: {},
      example_count: 2,
      created_at: expect.stringMatching(TIME),
      updated_at: expect.stringMatching(TIME),
    });
    const rest = await list(`?limit=2&cursor=${page.next_cursor}`);
    expect(rest.data.map(({ name }: { name: string }) => name)).toEqual(['split 1', 'split 0']);
    expect(rest.next_cursor).toBeNull();
    expect(await list('?limit=1000')).toMatchObject({ next_cursor: null });
  });

  it('finds the dataset by its name, and lists nothing if it has no splits', async () => {
    const { body } = await server.request.get('/v1/datasets/capitals/splits').expect(200);
    expect(body).toEqual({ data: [], next_cursor: null });
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=x'])('refuses %s', async (query) => {
    await server.request.get(`${path}?${query}`).expect(422);
  });

  it('does not find another dataset', async () => {
    await server.request.get(`/v1/datasets/${globalId('Dataset', 999_999)}/splits`).expect(404);
    await server.request.get('/v1/datasets/unknown/splits').expect(404);
  });
});
