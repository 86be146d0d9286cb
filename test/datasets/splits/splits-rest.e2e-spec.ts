import { aDataset, aDatasetVersion } from '../../support/factories/dataset.js';
import { anExample, aRevision, type ExampleRow } from '../../support/factories/dataset-example.js';
import { aSplit } from '../../support/factories/dataset-marks.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/;

describe('splits over REST', () => {
  let server: TestServer;
  let datasetId: number;
  let path: string;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    datasetId = (await aDataset(server, { name: 'capitals' })).id;
    path = `/v1/datasets/${globalId('Dataset', datasetId)}/splits`;
  });
  afterAll(() => server.stop());

  const idOf = ({ id }: { id: number }) => globalId('DatasetExample', id);
  const pathOf = ({ id }: { id: number }) =>
    `${path}/${encodeURIComponent(globalId('DatasetSplit', id))}`;
  const members = async (): Promise<number[]> => {
    const rows = await server.sql<{ example_id: number }>(
      'SELECT example_id FROM dataset_split_examples ORDER BY example_id',
    );
    return rows.map((row) => row.example_id);
  };
  const deleted = async (example: ExampleRow): Promise<void> => {
    const version = await aDatasetVersion(server, { dataset_id: example.dataset_id });
    await aRevision(server, { example_id: example.id, version_id: version.id, kind: 'DELETE' });
  };

  describe('POST', () => {
    it('creates a split of examples, without duplicates', async () => {
      const a = await anExample(server, { dataset_id: datasetId });
      const b = await anExample(server, { dataset_id: datasetId });
      const { body } = await server.request
        .post(path)
        .send({
          name: '  holdout ',
          metadata: { n: 1 },
          example_ids: [idOf(b), idOf(a), idOf(b)],
          unknown: true,
        })
        .expect(201);
      expect(body).toEqual({
        data: {
          id: expect.any(String),
          name: 'holdout',
          description: null,
          color: '#33c5e8',
          metadata: { n: 1 },
          example_count: 2,
          created_at: expect.stringMatching(TIME),
          updated_at: expect.stringMatching(TIME),
        },
      });
      expect(await members()).toEqual([a.id, b.id]);
    });

    it('accepts the name of the dataset, any color, and removes an empty description', async () => {
      const { body } = await server.request
        .post('/v1/datasets/capitals/splits')
        .send({ name: '分割 %/?', description: '', color: 'teal' })
        .expect(201);
      expect(body.data).toMatchObject({ name: '分割 %/?', description: null, color: 'teal' });
      const other = await server.request
        .post(path)
        .send({ name: 'x', description: 'why', color: null })
        .expect(201);
      expect(other.body.data).toMatchObject({ description: 'why', color: '#33c5e8' });
    });

    it('keeps numbers in metadata that JavaScript would change', async () => {
      const { text } = await server.request
        .post(path)
        .set('Content-Type', 'application/json')
        .send('{"name":"big","metadata":{"z":9007199254740993,"a":"\\u0000"}}')
        .expect(201);
      expect(text).toContain('"metadata":{"z":9007199254740993,"a":"\uFFFD"}');
    });

    it('refuses a name that any split on the server has', async () => {
      await aSplit(server, { name: 'train' });
      const response = await server.request.post(path).send({ name: ' train' }).expect(409);
      expect(response.text).toContain('train');
    });

    it('names every example of other datasets and creates nothing', async () => {
      const own = await anExample(server, { dataset_id: datasetId });
      const gone = await anExample(server, { dataset_id: datasetId });
      await deleted(gone);
      const foreign = await anExample(server);
      const unknown = globalId('DatasetExample', 999999);
      const { text } = await server.request
        .post(path)
        .send({ name: 'x', example_ids: [idOf(own), idOf(gone), idOf(foreign), unknown] })
        .expect(404);
      expect(text).not.toContain(idOf(own));
      for (const id of [idOf(gone), idOf(foreign), unknown]) expect(text).toContain(id);
      expect(await server.sql('SELECT FROM dataset_splits')).toEqual([]);
    });

    it.each([
      ['no body', undefined],
      ['a list', []],
      ['no name', {}],
      ['a blank name', { name: ' \t ' }],
      ['a name that is not a text', { name: 7 }],
      ['a name with NUL', { name: 'a\0' }],
      ['a lone surrogate', { name: '\ud800' }],
      ['a name that is too long for an index', { name: 'é'.repeat(513) }],
      ['a blank color', { name: 'x', color: ' ' }],
      ['a color that is not a text', { name: 'x', color: 5 }],
      ['metadata that is not an object', { name: 'x', metadata: [] }],
      ['metadata that is a text', { name: 'x', metadata: '{}' }],
      ['examples that are not a list', { name: 'x', example_ids: 'abc' }],
      ['examples that are null', { name: 'x', example_ids: null }],
      ['an example that is a number', { name: 'x', example_ids: [1] }],
      ['an external id of no example', { name: 'x', example_ids: ['ext-2'] }],
      ['a text that cannot be stored', { name: 'x', example_ids: ['ext-1\0'] }],
      ['the id of another type', { name: 'x', example_ids: [globalId('Dataset', 1)] }],
    ])('refuses %s', async (_what, body) => {
      await anExample(server, { dataset_id: datasetId, external_id: 'ext-1' });
      const request = server.request.post(path);
      await (body === undefined ? request : request.send(body)).expect(422);
      expect(await server.sql('SELECT FROM dataset_splits')).toEqual([]);
    });

    it('refuses metadata that is nested too deeply', async () => {
      let metadata: object = {};
      for (let level = 0; level < 200; level++) metadata = { a: metadata };
      await server.request.post(path).send({ name: 'x', metadata }).expect(422);
    });

    it.each(['nope', globalId('Dataset', 999999), globalId('Project', 1), '%00'])(
      'finds no dataset by %s',
      async (identifier) => {
        const { text } = await server.request
          .post(`/v1/datasets/${identifier}/splits`)
          .send({ name: 'x' })
          .expect(404);
        expect(text).toMatch(/^(Dataset ".*" not found|No dataset with id .* can be found)\.$/);
      },
    );
  });

  describe('PATCH', () => {
    it('changes only the given fields', async () => {
      const split = await aSplit(server, {
        name: 'train',
        description: 'old',
        color: '#111111',
        metadata: { a: 1 },
      });
      const patch = async (body: object) =>
        (await server.request.patch(pathOf(split)).send(body).expect(200)).body.data;
      expect(await patch({})).toMatchObject({
        name: 'train',
        description: 'old',
        color: '#111111',
        metadata: { a: 1 },
        example_count: 0,
        updated_at: split.updated_at,
      });
      expect(await patch({ name: ' training ' })).toMatchObject({
        name: 'training',
        description: 'old',
      });
      expect(await patch({ metadata: null, color: 'red' })).toMatchObject({
        metadata: { a: 1 },
        color: 'red',
      });
      expect(await patch({ metadata: { b: 2 } })).toMatchObject({ metadata: { b: 2 } });
      expect(await patch({ description: '' })).toMatchObject({ description: null });
      const last = await patch({ description: null });
      expect(last.updated_at > split.updated_at).toBe(true);
    });

    it('adds, removes and counts only examples of the dataset in the path', async () => {
      const [a, b, c] = [
        await anExample(server, { dataset_id: datasetId }),
        await anExample(server, { dataset_id: datasetId }),
        await anExample(server, { dataset_id: datasetId }),
      ];
      const foreign = await anExample(server);
      const split = await aSplit(server, { examples: [a, foreign] });
      const { body } = await server.request
        .patch(pathOf(split))
        .send({
          add_example_ids: [idOf(a), idOf(b), idOf(c), idOf(c)],
          remove_example_ids: [idOf(c), idOf(b)],
        })
        .expect(200);
      expect(body.data.example_count).toBe(1);
      expect(await members()).toEqual([a.id, foreign.id]);
    });

    it('removes deleted examples but does not add them', async () => {
      const gone = await anExample(server, { dataset_id: datasetId });
      const split = await aSplit(server);
      await deleted(gone);
      await server.request
        .patch(pathOf(split))
        .send({ remove_example_ids: [idOf(gone)] })
        .expect(200);
      await server.request
        .patch(pathOf(split))
        .send({ add_example_ids: [idOf(gone)] })
        .expect(404);
    });

    it('changes nothing if the name is taken', async () => {
      await aSplit(server, { name: 'taken' });
      const example = await anExample(server, { dataset_id: datasetId });
      const split = await aSplit(server, { name: 'mine' });
      await server.request
        .patch(pathOf(split))
        .send({ name: 'taken', add_example_ids: [idOf(example)] })
        .expect(409);
      expect(await members()).toEqual([]);
    });

    it('changes nothing if an example belongs to another dataset', async () => {
      const own = await anExample(server, { dataset_id: datasetId });
      const foreign = await anExample(server);
      const split = await aSplit(server, { name: 'mine', examples: [own] });
      for (const body of [
        { remove_example_ids: [idOf(own), idOf(foreign)], name: 'new' },
        { remove_example_ids: [idOf(own)], add_example_ids: [idOf(foreign)], name: 'new' },
      ]) {
        const { text } = await server.request.patch(pathOf(split)).send(body).expect(404);
        expect(text).toContain(idOf(foreign));
      }
      expect(await members()).toEqual([own.id]);
      expect(await server.sql('SELECT name FROM dataset_splits')).toEqual([{ name: 'mine' }]);
    });

    it.each([
      { name: null },
      { name: ' ' },
      { color: null },
      { color: '' },
      { metadata: 3 },
      { description: 3 },
      { add_example_ids: ['ext-1'] },
      { remove_example_ids: ['ext-1'] },
      { add_example_ids: null },
      { remove_example_ids: [globalId('DatasetSplit', 1)] },
      { remove_example_ids: {} },
    ])('refuses %j', async (body) => {
      const split = await aSplit(server);
      await server.request.patch(pathOf(split)).send(body).expect(422);
    });

    it('takes examples by their external ids, of this dataset only', async () => {
      const one = await anExample(server, { dataset_id: datasetId, external_id: 'Paris, 1' });
      const two = await anExample(server, { dataset_id: datasetId, external_id: 'two' });
      await anExample(server, { external_id: 'elsewhere' });
      const created = await server.request
        .post(path)
        .send({ name: 'own ids', example_ids: ['Paris, 1', idOf(two), 'two'] })
        .expect(201);
      expect(created.body.data.example_count).toBe(2);
      const split = `${path}/${encodeURIComponent(created.body.data.id)}`;
      const removed = await server.request
        .patch(split)
        .send({ add_example_ids: ['two'], remove_example_ids: ['Paris, 1'] })
        .expect(200);
      expect(removed.body.data.example_count).toBe(1);
      const added = await server.request.patch(split).send({ add_example_ids: ['Paris, 1'] });
      expect(added.body.data.example_count).toBe(2);
      await server.request
        .patch(split)
        .send({ add_example_ids: ['elsewhere'] })
        .expect(422);
      await server.sql('UPDATE dataset_examples SET is_live = false WHERE id = $1', [one.id]);
      await server.request
        .patch(split)
        .send({ add_example_ids: ['Paris, 1'] })
        .expect(404);
    });

    it('checks the id, then the dataset, then the split', async () => {
      const split = await aSplit(server);
      const id = encodeURIComponent(globalId('DatasetSplit', split.id));
      const patch = (address: string) => server.request.patch(`/v1/datasets/${address}`).send({});
      await patch('nope/splits/nope').expect(422);
      await patch(`nope/splits/${encodeURIComponent(globalId('Dataset', 1))}`).expect(422);
      expect((await patch(`nope/splits/${id}`).expect(404)).text).toBe('Dataset "nope" not found.');
      const unknown = encodeURIComponent(globalId('DatasetSplit', 999999));
      expect((await patch(`capitals/splits/${unknown}`).expect(404)).text).toContain('Split');
    });
  });

  describe('DELETE', () => {
    it('deletes a split everywhere and keeps its examples', async () => {
      const example = await anExample(server);
      const split = await aSplit(server, { examples: [example] });
      await server.request.delete(pathOf(split)).expect(204, '');
      expect(await members()).toEqual([]);
      expect(await server.sql('SELECT id FROM dataset_examples')).toEqual([{ id: example.id }]);
      await server.request.delete(pathOf(split)).expect(404);
    });

    it.each([
      ['capitals/splits/nope', 422],
      [`capitals/splits/${globalId('Dataset', 1)}`, 422],
      [`nope/splits/${globalId('DatasetSplit', 1)}`, 404],
      [`capitals/splits/${globalId('DatasetSplit', 999999)}`, 404],
    ])('responds to %s with %i', async (address, status) => {
      await server.request.delete(`/v1/datasets/${address}`).expect(status);
    });
  });
});
