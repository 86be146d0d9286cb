import { AnnotationConfigsService } from '../../support/built.js';
import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { CATEGORICAL, CONTINUOUS } from './sample-configs.js';

const FAKE = 'fake-id-1a2b3c4d';

describe('annotation configs over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const list = (query: Record<string, string | number> = {}) =>
    server.request.get('/v1/annotation_configs').query(query);
  const pathOf = (identifier: string) => `/v1/annotation_configs/${encodeURIComponent(identifier)}`;
  const idOf = ({ id }: { id: number }) => globalId('CategoricalAnnotationConfig', id);

  describe('user_feedback', () => {
    it('is the first config of a new server', async () => {
      const { body } = await list().expect(200);
      expect(body).toEqual({
        data: [
          {
            id: globalId('CategoricalAnnotationConfig', 1),
            name: 'user_feedback',
            description: expect.stringMatching(/\w/),
            type: 'CATEGORICAL',
            optimization_direction: 'MAXIMIZE',
            values: [
              { label: 'positive', score: 1 },
              { label: 'negative', score: 0 },
            ],
          },
        ],
        next_cursor: null,
      });
    });
  });

  describe('GET /v1/annotation_configs', () => {
    it('lists configs newest first, and continues with the first row of the next page', async () => {
      await anAnnotationConfig(server, { name: 'a' });
      await anAnnotationConfig(server, { name: 'b', type: 'FREEFORM' });
      await anAnnotationConfig(server, { name: 'c', type: 'CONTINUOUS' });
      const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);
      const first = (await list({ limit: 1 }).expect(200)).body;
      expect(names(first)).toEqual(['c']);
      const second = (await list({ limit: 2, cursor: first.next_cursor }).expect(200)).body;
      expect(names(second)).toEqual(['b', 'a']);
      const third = (await list({ cursor: second.next_cursor }).expect(200)).body;
      expect(names(third)).toEqual(['user_feedback']);
      expect(third.next_cursor).toBeNull();
      expect(names((await list({ cursor: '' }).expect(200)).body)).toHaveLength(4);
    });

    it('lists 100 configs by default, and as many as requested', async () => {
      await server.sql(
        `INSERT INTO annotation_configs (name, type)
         SELECT 'c' || n, 'FREEFORM' FROM generate_series(1, 101) n`,
      );
      expect((await list()).body.data).toHaveLength(100);
      expect((await list({ limit: 5000 })).body.data).toHaveLength(102);
    });

    it.each(['abc', globalId('Project', 1), globalId('CategoricalAnnotationConfig', 'x')])(
      'refuses the cursor %s',
      async (cursor) => {
        const { text, headers } = await list({ cursor }).expect(400);
        expect(text).toBe(`Invalid cursor: ${cursor}`);
        expect(headers['content-type']).toContain('text/plain');
      },
    );

    it.each(['0', '-1', 'x', '1.5', ''])('refuses the limit %j', async (limit) => {
      const { body } = await list({ limit }).expect(422);
      expect(body.detail[0].loc).toEqual(['query', 'limit']);
    });
  });

  describe('GET /v1/annotation_configs/{config_identifier}', () => {
    it('finds a config by its name and by an ID with any type', async () => {
      const { id } = await anAnnotationConfig(server, { name: 'quality' });
      const ids = ['Categorical', 'Continuous', 'Freeform'].map((type) =>
        globalId(`${type}AnnotationConfig`, id),
      );
      for (const identifier of ['quality', ...ids]) {
        const { body } = await server.request.get(pathOf(identifier)).expect(200);
        expect(body.data).toMatchObject({ id: ids[0], name: 'quality' });
      }
    });

    it('looks for the ID of something else as a name', async () => {
      const name = globalId('Span', 1);
      await server.request.get(pathOf(name)).expect(404);
      await anAnnotationConfig(server, { name });
      await server.request.get(pathOf(name)).expect(200);
    });

    it.each([
      FAKE,
      'Quality',
      'a\0b',
      globalId('FreeformAnnotationConfig', 999_999),
      globalId('FreeformAnnotationConfig', -1),
      globalId('FreeformAnnotationConfig', '9'.repeat(40)),
    ])('finds nothing for %j', async (identifier) => {
      await anAnnotationConfig(server, { name: 'quality' });
      const { text } = await server.request.get(pathOf(identifier)).expect(404);
      expect(text).toContain('not found');
    });
  });

  describe('PUT /v1/annotation_configs/{config_id}', () => {
    const put = (id: string, body: object) => server.request.put(pathOf(id)).send(body);

    it('replaces everything, including the name and the type', async () => {
      const config = await anAnnotationConfig(server, { description: 'old' });
      const { body } = await put(idOf(config), CONTINUOUS).expect(200);
      expect(body).toEqual({
        data: { ...CONTINUOUS, id: globalId('ContinuousAnnotationConfig', config.id) },
      });
      const [row] = await server.sql('SELECT * FROM annotation_configs WHERE id = $1', [config.id]);
      expect(row).toMatchObject({
        description: null,
        label_values: null,
        created_at: config.created_at,
      });
      expect(row!['updated_at']).not.toBe(config.updated_at);
      await put(idOf(config), { ...CATEGORICAL, name: CONTINUOUS.name }).expect(200);
    });

    it('checks the body, the name, the ID, the values, the row and the name clash, in this order', async () => {
      const taken = await anAnnotationConfig(server);
      const { name } = await anAnnotationConfig(server);
      const [span, unknown] = [globalId('Span', 1), globalId('FreeformAnnotationConfig', 999_999)];
      const noLabels = { ...CATEGORICAL, values: [] };
      expect((await put(FAKE, {}).expect(422)).body).toHaveProperty('detail');
      await put(FAKE, { ...noLabels, name: 'note' }).expect(409);
      expect((await put(FAKE, noLabels).expect(422)).text).toContain('is not the ID of');
      expect((await put(span, noLabels).expect(400)).text).toContain('is not the ID of');
      expect((await put(unknown, noLabels).expect(400)).text).toContain('label');
      await put(unknown, { ...CATEGORICAL, name }).expect(404);
      await put(idOf(taken), { ...CATEGORICAL, name }).expect(409);
    });

    it('takes no names', async () => {
      const { name } = await anAnnotationConfig(server);
      await put(name, CATEGORICAL).expect(422);
    });
  });

  describe('DELETE /v1/annotation_configs/{config_id}', () => {
    it('deletes a config, and returns it', async () => {
      const { id } = await anAnnotationConfig(server, { name: 'quality' });
      const path = pathOf(globalId('FreeformAnnotationConfig', id));
      const { body } = await server.request.delete(path).expect(200);
      expect(body.data).toMatchObject({ name: 'quality', type: 'CATEGORICAL' });
      await server.request.delete(path).expect(404);
      await server.request.get(pathOf('quality')).expect(404);
    });

    it.each([
      [FAKE, 422],
      ['user_feedback', 422],
      [globalId('Span', 1), 400],
      [globalId('CategoricalAnnotationConfig', 999_999), 404],
    ])('answers %s with %d', async (id, status) => {
      const { headers } = await server.request.delete(pathOf(id)).expect(status);
      expect(headers['content-type']).toContain('text/plain');
    });
  });
});

describe('the config user_feedback', () => {
  it('is created again when a server starts without it', async () => {
    const server = await startTestServer();
    const rows = () =>
      server.sql<{ id: number; description: string }>(
        "SELECT id, description FROM annotation_configs WHERE name = 'user_feedback'",
      );
    try {
      await server.sql("UPDATE annotation_configs SET description = 'ours'");
      // As at each start.
      await server.app.get(AnnotationConfigsService, { strict: false }).createBuiltIn();
      expect(await rows()).toEqual([{ id: 1, description: 'ours' }]);

      await server.sql('DELETE FROM annotation_configs');
      await (await startTestServer({ SPANDREL_DATABASE_URL: server.databaseUrl })).stop();
      expect(await rows()).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });
});
