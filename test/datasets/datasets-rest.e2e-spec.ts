import { aDataset, aDatasetVersion } from '../support/factories/dataset.js';
import { anExample, aRevision } from '../support/factories/dataset-example.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const FAKE = 'fake-id-1a2b3c4d';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/;

describe('datasets over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const names = async (query: string): Promise<string[]> => {
    const { body } = await server.request.get(`/v1/datasets?${query}`).expect(200);
    return body.data.map((dataset: { name: string }) => dataset.name);
  };

  describe('GET /v1/datasets', () => {
    it('shows all keys and the current number of examples', async () => {
      const dataset = await aDataset(server, {
        name: 'capitals',
        description: 'seed set',
        metadata: { b: 1, a: [null] },
        created_at: '2031-02-03T04:05:06+00:00',
        updated_at: '2031-02-03T04:05:06.120000+00:00',
      });
      const kept = await anExample(server, { dataset_id: dataset.id });
      const gone = await anExample(server, { dataset_id: dataset.id });
      const second = await aDatasetVersion(server, { dataset_id: dataset.id });
      await aRevision(server, { example_id: kept.id, version_id: second.id });
      await aRevision(server, { example_id: gone.id, version_id: second.id, kind: 'DELETE' });
      const { body, headers } = await server.request.get('/v1/datasets').expect(200);
      expect(body).toEqual({
        data: [
          {
            id: globalId('Dataset', dataset.id),
            name: 'capitals',
            description: 'seed set',
            metadata: { b: 1, a: [null] },
            created_at: '2031-02-03T04:05:06+00:00',
            updated_at: '2031-02-03T04:05:06.120000+00:00',
            example_count: 1,
          },
        ],
        next_cursor: null,
      });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    });

    it('has zero examples without versions', async () => {
      await aDataset(server);
      const { body } = await server.request.get('/v1/datasets').expect(200);
      expect(body.data[0]).toMatchObject({ description: null, metadata: {}, example_count: 0 });
    });

    it('lists newest first, 10 by default, and continues at the cursor', async () => {
      for (let n = 1; n <= 12; n++) await aDataset(server, { name: `d${n}` });
      const first = await server.request.get('/v1/datasets').expect(200);
      expect(first.body.data).toHaveLength(10);
      expect(await names(`cursor=${encodeURIComponent(first.body.next_cursor)}`)).toEqual([
        'd2',
        'd1',
      ]);
      expect(await names('limit=2')).toEqual(['d12', 'd11']);
      expect(await names('limit=10000000000')).toHaveLength(12);
    });

    it('accepts a cursor of any type', async () => {
      const { id } = await aDataset(server, { name: 'old' });
      await aDataset(server, { name: 'new' });
      expect(await names(`cursor=${encodeURIComponent(globalId('Prompt', id))}`)).toEqual(['old']);
      expect(await names('cursor=')).toEqual(['new', 'old']);
    });

    it('finds a name exactly', async () => {
      for (const name of ['a', 'A', 'a ', '東京 "x" 100%', 'RGF0YXNldDox']) {
        await aDataset(server, { name });
      }
      expect(await names('name=a')).toEqual(['a']);
      expect(await names(`name=${encodeURIComponent('東京 "x" 100%')}`)).toEqual(['東京 "x" 100%']);
      expect(await names('name=nope')).toEqual([]);
      expect(await names('name=')).toEqual([]);
      expect(await names('name=%00')).toEqual([]);
    });

    it.each(['limit=0', 'limit=-1', 'limit=x', 'limit=1.5'])(
      'refuses %s as JSON',
      async (query) => {
        const { body } = await server.request.get(`/v1/datasets?${query}`).expect(422);
        expect(body.detail[0]).toMatchObject({ loc: ['query', 'limit'] });
      },
    );

    it.each(['cursor=abc', `cursor=${FAKE}`])('refuses %s as text', async (query) => {
      const { headers } = await server.request.get(`/v1/datasets?${query}`).expect(422);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    });

    it('needs the same number of queries for one dataset as for 50', async () => {
      const ask = () => server.request.get('/v1/datasets?limit=100').expect(200);
      await anExample(server);
      const one = await server.countQueries(ask);
      for (let n = 0; n < 50; n++) await anExample(server);
      const many = await server.countQueries(ask);
      expect(many.result.body.data).toHaveLength(51);
      expect(many.statements).toHaveLength(one.statements.length);
    });
  });

  describe('GET /v1/datasets/{id}', () => {
    it('shows one dataset and ignores unknown parameters', async () => {
      const { id } = await aDataset(server, { name: 'capitals' });
      const path = `/v1/datasets/${globalId('Dataset', id)}?version_id=whatever`;
      const { body } = await server.request.get(path).expect(200);
      expect(body.data).toEqual({
        id: globalId('Dataset', id),
        name: 'capitals',
        description: null,
        metadata: {},
        created_at: expect.stringMatching(TIME),
        updated_at: expect.stringMatching(TIME),
        example_count: 0,
      });
    });

    it.each([
      ['malformed', FAKE, 422],
      ['a name', 'capitals', 422],
      ['of another type', globalId('Project', 1), 404],
      ['unknown', globalId('Dataset', 999999), 404],
      ['larger than any row ID', globalId('Dataset', '9'.repeat(40)), 404],
      ['negative', globalId('Dataset', -1), 404],
      ['not a number', globalId('Dataset', 'x'), 422],
    ])('refuses an id that is %s', async (_what, id, status) => {
      await aDataset(server, { name: 'capitals' });
      const response = await server.request
        .get(`/v1/datasets/${encodeURIComponent(id)}`)
        .expect(status);
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(response.text).toContain(id);
    });
  });

  describe('GET /v1/datasets/{id}/versions', () => {
    const versionsOf = (id: string, query = '') =>
      server.request.get(`/v1/datasets/${encodeURIComponent(id)}/versions${query}`);

    it('shows exactly four keys, newest first', async () => {
      const first = await aDatasetVersion(server);
      const second = await aDatasetVersion(server, {
        dataset_id: first.dataset_id,
        description: 'two more',
        metadata: { by: 'hand' },
        created_at: '2031-02-03T04:05:06.000001+00:00',
      });
      const { body } = await versionsOf(globalId('Dataset', first.dataset_id)).expect(200);
      expect(body).toEqual({
        data: [
          {
            version_id: globalId('DatasetVersion', second.id),
            description: 'two more',
            metadata: { by: 'hand' },
            created_at: '2031-02-03T04:05:06.000001+00:00',
          },
          {
            version_id: globalId('DatasetVersion', first.id),
            description: null,
            metadata: {},
            created_at: expect.stringMatching(TIME),
          },
        ],
        next_cursor: null,
      });
    });

    it('continues at the cursor, and is empty for a cursor of another dataset', async () => {
      const { id } = await aDataset(server);
      const other = await aDatasetVersion(server);
      for (let n = 0; n < 12; n++) await aDatasetVersion(server, { dataset_id: id });
      const first = await versionsOf(globalId('Dataset', id)).expect(200);
      expect(first.body.data).toHaveLength(10);
      const cursor = encodeURIComponent(first.body.next_cursor);
      const second = await versionsOf(globalId('Dataset', id), `?cursor=${cursor}`).expect(200);
      expect(second.body).toMatchObject({ data: [{}, {}], next_cursor: null });
      const foreign = encodeURIComponent(globalId('DatasetVersion', other.id));
      const nowhere = await versionsOf(globalId('Dataset', id), `?cursor=${foreign}`).expect(200);
      expect(nowhere.body).toEqual({ data: [], next_cursor: null });
    });

    it('is empty for an unknown dataset', async () => {
      const { body } = await versionsOf(globalId('Dataset', 999999)).expect(200);
      expect(body).toEqual({ data: [], next_cursor: null });
    });

    it.each([
      [FAKE, ''],
      [globalId('Project', 1), ''],
      [globalId('Dataset', 1), '?cursor=abc'],
      [globalId('Dataset', 1), `?cursor=${encodeURIComponent(globalId('Dataset', 1))}`],
      [globalId('Dataset', 1), '?limit=0'],
    ])('refuses %s%s', async (id, query) => {
      await versionsOf(id, query).expect(422);
    });
  });
});
