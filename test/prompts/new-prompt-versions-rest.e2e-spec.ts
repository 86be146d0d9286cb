import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aVersion, promptId, push, saying, type VersionItem } from './sent-prompts.js';

describe('new versions of prompts over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM prompts'));

  describe('POST /v1/prompts/{prompt}/versions', () => {
    const add = (body: unknown, identifier = 'p') =>
      server.request.post(`/v1/prompts/${identifier}/versions`).send(body as object);

    it('creates a version, with metadata and tags that move to it', async () => {
      const first = await push(server, 'p', saying('one'));
      const path = `/v1/prompt_versions/${encodeURIComponent(first.id)}`;
      await server.request.post(`${path}/tags`).send({ name: 'production' }).expect(204);
      const created = await add({
        version: saying('two', { metadata: { ticket: 7 } }),
        tags: [{ name: 'production', description: 'live' }, { name: 'candidate' }],
      }).expect(201);
      const second = created.body.data as VersionItem;
      expect(second).toMatchObject({
        template: { messages: [{ content: 'two' }] },
        metadata: { ticket: 7 },
      });
      const tagged = await server.request.get('/v1/prompts/p/tags/production').expect(200);
      expect(tagged.body).toEqual({ data: second });
      const left = await server.request.get(`${path}/tags`).expect(200);
      expect(left.body.data).toEqual([]);
      const id = encodeURIComponent(await promptId(server, 'p'));
      await add({ version: saying('three'), tags: null }, id).expect(201);
      const { body } = await server.request.get('/v1/prompts/p/versions');
      expect(body.data).toHaveLength(3);
    });

    it.each([
      [undefined, 'missing body'],
      [{ tags: [] }, 'missing body.version'],
      [{ version: aVersion({ metadata: [] }) }, 'dict_type body.version.metadata'],
      [
        { version: aVersion(), tags: [{ name: 'No!' }, {}] },
        'string_pattern_mismatch body.tags.0.name,missing body.tags.1.name',
      ],
    ])('explains what is wrong with %j', async (body, expected) => {
      await push(server, 'p');
      const response = await add(body).expect(422);
      const detail = response.body.detail as { type: string; loc: string[] }[];
      expect(detail.map(({ type, loc }) => `${type} ${loc.join('.')}`).join()).toBe(expected);
      expect(await server.sql('SELECT count(*) FROM prompt_versions')).toEqual([{ count: 1 }]);
    });

    it('does not create a prompt, nor store a string template', async () => {
      const version = aVersion();
      expect((await add({ version }, 'nobody')).status).toBe(404);
      const absent = encodeURIComponent(globalId('Prompt', 999_999));
      expect((await add({ version }, absent)).status).toBe(404);
      expect((await add({ version }, 'No!')).status).toBe(422);
      await push(server, 'p');
      const text = { template_type: 'STR', template: { type: 'string', template: 'x' } };
      const refused = await add({ version: aVersion(text) }).expect(422);
      expect(refused.text).toContain('chat');
      expect(await server.sql('SELECT count(*) FROM prompt_versions')).toEqual([{ count: 1 }]);
    });
  });
});
