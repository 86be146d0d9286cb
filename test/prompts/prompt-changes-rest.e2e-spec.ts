import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aVersion, promptId, push } from './sent-prompts.js';

describe('changing prompts over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM prompts'));

  const patch = (body: unknown, identifier = 'p') =>
    server.request.patch(`/v1/prompts/${identifier}`).send(body as object);

  describe('PATCH /v1/prompts/{prompt}', () => {
    beforeEach(async () => {
      await push(server, 'p', aVersion(), { description: 'd', metadata: { a: 1 } });
    });

    it('changes one field and leaves the others', async () => {
      const id = await promptId(server, 'p');
      const trimmed = await patch({ description: '  new\n' }).expect(200);
      expect(trimmed.body).toEqual({
        data: { name: 'p', description: 'new', metadata: { a: 1 }, id },
      });
      const replaced = await patch({ metadata: {} }, encodeURIComponent(id)).expect(200);
      expect(replaced.body.data).toEqual({ name: 'p', description: 'new', metadata: {}, id });
      const cleared = await patch({ description: null }).expect(200);
      expect(cleared.body.data).toEqual({ name: 'p', metadata: {}, id });
      const { body } = await server.request.get('/v1/prompts');
      expect(body.data[0]).toMatchObject({ description: null, source_prompt_id: null });
    });

    it('changes both fields, keeps numbers exact and ignores unknown fields', async () => {
      const response = await server.request
        .patch('/v1/prompts/p')
        .set('content-type', 'application/json')
        .send('{"description":"x","metadata":{"n":9007199254740993,"f":1.0},"name":"other"}')
        .expect(200);
      expect(response.text).toContain('"metadata":{"n":9007199254740993,"f":1.0}');
      expect(response.body.data.name).toBe('p');
    });

    it.each([
      [undefined, 'missing body'],
      [{}, 'value_error body'],
      [{ name: 'x' }, 'value_error body'],
      [{ metadata: null }, 'dict_type body.metadata'],
      [{ metadata: [] }, 'dict_type body.metadata'],
      [{ metadata: 'x', description: 5 }, 'string_type body.description,dict_type body.metadata'],
    ])('explains what is wrong with %j', async (body, expected) => {
      const { body: answer } = await patch(body).expect(422);
      const detail = answer.detail as { type: string; loc: string[] }[];
      const found = detail.map(({ type, loc }) => `${type} ${loc.join('.')}`);
      expect(found.join()).toBe(expected);
    });

    it('responds with 404 or 422 if the prompt does not exist', async () => {
      expect((await patch({ description: 'x' }, 'nobody')).status).toBe(404);
      expect((await patch({ description: 'x' }, 'No!')).status).toBe(422);
      const absent = encodeURIComponent(globalId('Prompt', 999_999));
      expect((await patch({ description: 'x' }, absent)).status).toBe(404);
      expect((await patch({}, 'fake-id-0a1b2c3d')).status).toBe(422);
    });
  });

  describe('DELETE /v1/prompts/{prompt}', () => {
    it('deletes versions and tags, unassigns labels and leaves other prompts', async () => {
      const version = await push(server, 'gone');
      await push(server, 'stays');
      const path = `/v1/prompt_versions/${encodeURIComponent(version.id)}`;
      await server.request.post(`${path}/tags`).send({ name: 'production' }).expect(204);
      await server.sql("INSERT INTO prompt_labels (name, color) VALUES ('l', '#000000')");
      await server.sql(
        `INSERT INTO prompt_label_assignments (prompt_id, label_id)
         SELECT p.id, l.id FROM prompts p, prompt_labels l WHERE p.name = 'gone'`,
      );
      const response = await server.request.delete('/v1/prompts/gone').expect(204);
      expect(response.text).toBe('');
      await server.request.get(path).expect(404);
      await server.request.delete('/v1/prompts/gone').expect(404);
      for (const table of ['prompt_version_tags', 'prompt_label_assignments']) {
        expect(await server.sql(`SELECT 1 FROM ${table}`)).toEqual([]);
      }
      expect(await server.sql('SELECT name FROM prompts')).toEqual([{ name: 'stays' }]);
      expect(await server.sql('SELECT name FROM prompt_labels')).toEqual([{ name: 'l' }]);
    });

    it('accepts a global id, and responds with 404 for an unknown name', async () => {
      await push(server, 'p');
      await server.request
        .delete(`/v1/prompts/${encodeURIComponent(await promptId(server, 'p'))}`)
        .expect(204);
      await server.request.delete('/v1/prompts/fake-id-0a1b2c3d').expect(404);
    });

    it('completes while versions are created and tags move', async () => {
      for (let round = 0; round < 5; round++) {
        const versions = await Promise.all([push(server, 'busy'), push(server, 'busy')]);
        const tag = (n: number) =>
          server.request
            .post(`/v1/prompt_versions/${encodeURIComponent(versions[n]!.id)}/tags`)
            .send({ name: 'production' });
        const answers = await Promise.all([
          tag(0),
          server.request.delete('/v1/prompts/busy'),
          tag(1),
          server.request
            .post('/v1/prompts')
            .send({ prompt: { name: 'busy' }, version: aVersion() }),
          tag(0),
        ]);
        const statuses = answers.map(({ status }) => status);
        for (const at of [0, 2, 4]) expect([204, 404]).toContain(statuses[at]);
        expect([statuses[1], statuses[3]]).toEqual([204, 200]);
      }
    });
  });
});
