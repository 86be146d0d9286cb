import { aDataset } from '../../support/factories/dataset.js';
import { aDatasetLabel } from '../../support/factories/dataset-marks.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const FAKE = 'fake-id-1a2b3c4d';

describe('labels of datasets over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const pathOf = (id: number) =>
    `/v1/dataset_labels/${encodeURIComponent(globalId('DatasetLabel', id))}`;

  describe('GET /v1/dataset_labels', () => {
    it('lists exactly four keys, newest first, and continues at the cursor', async () => {
      const first = await aDatasetLabel(server, { name: 'first', description: 'one' });
      const second = await aDatasetLabel(server, { name: 'second', color: '#123abc' });
      const { body } = await server.request.get('/v1/dataset_labels').expect(200);
      expect(body).toEqual({
        data: [
          {
            id: globalId('DatasetLabel', second.id),
            name: 'second',
            description: null,
            color: '#123abc',
          },
          {
            id: globalId('DatasetLabel', first.id),
            name: 'first',
            description: 'one',
            color: '#00aa55',
          },
        ],
        next_cursor: null,
      });
      const page = await server.request.get('/v1/dataset_labels?limit=1').expect(200);
      expect(page.body.next_cursor).toBe(globalId('DatasetLabel', first.id));
      const rest = await server.request
        .get('/v1/dataset_labels')
        .query({ cursor: page.body.next_cursor })
        .expect(200);
      expect(rest.body.data).toHaveLength(1);
    });

    it('lists 100 labels by default', async () => {
      await server.sql(
        `INSERT INTO dataset_labels (name, color)
         SELECT 'l' || n, '#000000' FROM generate_series(1, 101) n`,
      );
      const { body } = await server.request.get('/v1/dataset_labels').expect(200);
      expect(body.data).toHaveLength(100);
    });

    it.each(['cursor=abc', `cursor=${globalId('Dataset', 1)}`, 'limit=0'])(
      'refuses %s',
      async (query) => {
        await server.request.get(`/v1/dataset_labels?${query}`).expect(422);
      },
    );
  });

  describe('POST /v1/dataset_labels', () => {
    it('creates a label', async () => {
      const { body } = await server.request
        .post('/v1/dataset_labels')
        .send({ name: ' golden 🥇', color: '#00aa55', description: 'reviewed', extra: 1 })
        .expect(201);
      expect(body).toEqual({
        data: {
          id: expect.any(String),
          name: ' golden 🥇',
          description: 'reviewed',
          color: '#00aa55',
        },
      });
    });

    it('refuses a name that is taken', async () => {
      await aDatasetLabel(server, { name: 'golden' });
      const label = { name: 'golden', color: '#00aa55' };
      const { text } = await server.request.post('/v1/dataset_labels').send(label).expect(409);
      expect(text).toContain('golden');
    });

    it.each([
      undefined,
      {},
      { name: 'x' },
      { color: '#000000' },
      { name: '', color: '#000000' },
      { name: null, color: '#000000' },
      { name: 'x\0', color: '#000000' },
      { name: 'x'.repeat(1025), color: '#000000' },
      { name: 'x', color: '#FFFFFF' },
      { name: 'x', color: '#fff' },
      { name: 'x', color: 'red' },
      { name: 'x', color: '#000000\n' },
      { name: 'x', color: null },
      { name: 'x', color: '#000000', description: {} },
    ])('refuses %j', async (body) => {
      const request = server.request.post('/v1/dataset_labels');
      const response = await (body ? request.send(body) : request).expect(422);
      expect(response.body.detail[0].loc[0]).toBe('body');
    });
  });

  describe('one label', () => {
    it('is shown, changed and deleted', async () => {
      const { id } = await aDatasetLabel(server, { name: 'golden', description: 'old' });
      const patch = async (body: object) =>
        (await server.request.patch(pathOf(id)).send(body).expect(200)).body.data;
      expect((await server.request.get(pathOf(id)).expect(200)).body.data.name).toBe('golden');
      expect(await patch({ name: 'silver', color: null })).toMatchObject({
        name: 'silver',
        color: '#00aa55',
        description: 'old',
      });
      expect(await patch({ color: '#c0c0c0', name: null })).toMatchObject({ color: '#c0c0c0' });
      expect(await patch({ description: null })).toMatchObject({
        name: 'silver',
        description: null,
      });
      await server.request.delete(pathOf(id)).expect(204, '');
      await server.request.get(pathOf(id)).expect(404);
      await server.request.patch(pathOf(id)).send({ name: 'x' }).expect(404);
      await server.request.delete(pathOf(id)).expect(404);
    });

    it('is removed from its datasets when it is deleted', async () => {
      const dataset = await aDataset(server, { name: 'd' });
      const { id } = await aDatasetLabel(server, { datasets: [dataset] });
      await server.request.delete(pathOf(id)).expect(204);
      const { body } = await server.request.get('/v1/datasets/d/labels').expect(200);
      expect(body.data).toEqual([]);
    });

    it('cannot take the name of another label', async () => {
      await aDatasetLabel(server, { name: 'a' });
      const { id } = await aDatasetLabel(server, { name: 'b' });
      await server.request.patch(pathOf(id)).send({ name: 'a' }).expect(409);
      await server.request.patch(pathOf(id)).send({ name: 'b' }).expect(200);
    });

    it.each([
      undefined,
      {},
      { name: null },
      { color: null, name: null },
      { unknown: 1 },
      { name: '' },
      { color: '#ABCDEF' },
      { description: 5 },
    ])('refuses the change %j', async (body) => {
      const { id } = await aDatasetLabel(server);
      const request = server.request.patch(pathOf(id));
      await (body ? request.send(body) : request).expect(422);
    });

    it.each([FAKE, globalId('Dataset', 1), globalId('DatasetLabel', 1).slice(1)])(
      'refuses the id %s',
      async (id) => {
        const path = `/v1/dataset_labels/${encodeURIComponent(id)}`;
        await server.request.get(path).expect(422);
        await server.request.patch(path).send({ name: 'x' }).expect(422);
        await server.request.delete(path).expect(422);
      },
    );
  });

  describe('the labels of a dataset', () => {
    const of = (identifier: string, label?: number | string) =>
      `/v1/datasets/${encodeURIComponent(identifier)}/labels` +
      (label === undefined
        ? ''
        : `/${encodeURIComponent(typeof label === 'number' ? globalId('DatasetLabel', label) : label)}`);
    const names = async (identifier: string): Promise<string[]> => {
      const { body } = await server.request.get(of(identifier)).expect(200);
      return body.data.map((label: { name: string }) => label.name);
    };

    it('are listed newest first, by the name or id of the dataset', async () => {
      const dataset = await aDataset(server, { name: 'a/b 100%' });
      for (const name of ['z', 'a', 'm'])
        await aDatasetLabel(server, { name, datasets: [dataset] });
      await aDatasetLabel(server, { name: 'other' });
      expect(await names('a/b 100%')).toEqual(['m', 'a', 'z']);
      expect(await names(globalId('Dataset', dataset.id))).toEqual(['m', 'a', 'z']);
    });

    it.each(['d', 'abcd', globalId('Dataset', 999_999), globalId('Project', 1)])(
      'are found by a name that reads as an ID: %s',
      async (name) => {
        await aDataset(server, { name });
        const path = `/v1/datasets/${encodeURIComponent(name)}/labels`;
        await server.request.get(path).expect(200, { data: [] });
      },
    );

    it('belong to the dataset with the ID if another has that ID as its name', async () => {
      const labeled = await aDataset(server);
      await aDataset(server, { name: globalId('Dataset', labeled.id) });
      const label = await aDatasetLabel(server);
      const path = `/v1/datasets/${encodeURIComponent(globalId('Dataset', labeled.id))}/labels`;
      await server.request.put(`${path}/${globalId('DatasetLabel', label.id)}`).expect(200);
      const own = await server.request.get(`/v1/datasets/${labeled.name}/labels`).expect(200);
      expect(own.body.data).toHaveLength(1);
    });

    it('are added and removed one by one, repeatedly', async () => {
      await aDataset(server, { name: 'd' });
      const { id } = await aDatasetLabel(server, { name: 'golden' });
      for (let time = 0; time < 2; time++) {
        const { body } = await server.request.put(of('d', id)).expect(200);
        expect(body.data).toMatchObject({ id: globalId('DatasetLabel', id), name: 'golden' });
      }
      expect(await names('d')).toEqual(['golden']);
      for (let time = 0; time < 2; time++) {
        await server.request.delete(of('d', id)).expect(204, '');
      }
      expect(await names('d')).toEqual([]);
      await server.request.delete(of('d', 999999)).expect(204);
    });

    it('are replaced all at once', async () => {
      const dataset = await aDataset(server, { name: 'd' });
      const a = await aDatasetLabel(server, { name: 'a', datasets: [dataset] });
      const b = await aDatasetLabel(server, { name: 'b' });
      const c = await aDatasetLabel(server, { name: 'c' });
      const ids = [b, c, b].map(({ id }) => globalId('DatasetLabel', id));
      const { body } = await server.request
        .put(of('d'))
        .send({ dataset_label_ids: ids })
        .expect(200);
      expect(body.data.map((label: { name: string }) => label.name)).toEqual(['c', 'b']);
      const wrong = [globalId('DatasetLabel', a.id), globalId('DatasetLabel', 999999)];
      await server.request.put(of('d')).send({ dataset_label_ids: wrong }).expect(404);
      expect(await names('d')).toEqual(['c', 'b']);
      await server.request.put(of('d')).send({}).expect(200, { data: [] });
    });

    it.each([
      undefined,
      { dataset_label_ids: null },
      { dataset_label_ids: 'x' },
      { dataset_label_ids: [1] },
      { dataset_label_ids: ['x'] },
      { dataset_label_ids: [globalId('Dataset', 1)] },
    ])('are not replaced by %j', async (body) => {
      await aDataset(server, { name: 'd' });
      const request = server.request.put(of('d'));
      await (body ? request.send(body) : request).expect(422);
    });

    it.each([FAKE, globalId('Dataset', 999999), globalId('DatasetVersion', 1), '\0'])(
      'are not found by %s',
      async (identifier) => {
        const { id } = await aDatasetLabel(server);
        await server.request.get(of(identifier)).expect(404);
        await server.request.put(of(identifier)).send({}).expect(404);
        await server.request.put(of(identifier, id)).expect(404);
        await server.request.delete(of(identifier, id)).expect(404);
      },
    );

    it('are found only by label ID', async () => {
      await aDataset(server, { name: 'd' });
      for (const id of [FAKE, globalId('Dataset', 1)]) {
        await server.request.put(of('nope', id)).expect(422);
        await server.request.delete(of('nope', id)).expect(422);
      }
      await server.request.put(of('d', 999999)).expect(404);
    });
  });
});
