import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { anAnnotationConfig } from '../../support/factories/annotation-config.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const FAKE = 'fake-id-1a2b3c4d';

const idOf = ({ id }: { id: number }) => globalId('CategoricalAnnotationConfig', id);
const pathOf = (project: string, config?: string) =>
  `/v1/projects/${encodeURIComponent(project)}/annotation_configs` +
  (config === undefined ? '' : `/${encodeURIComponent(config)}`);

describe('annotation configs of projects over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const names = async (project: string): Promise<string[]> => {
    const { body } = await server.request.get(pathOf(project)).expect(200);
    return body.data.map(({ name }: { name: string }) => name);
  };
  const replace = (project: string, ids: readonly unknown[]) =>
    server.request.put(pathOf(project)).send({ annotation_config_ids: ids });

  describe('GET', () => {
    it('lists the configs of a project by its name or ID, newest first', async () => {
      const project = await aProject(server, { name: 'p 100%' });
      const other = await aProject(server);
      for (const name of ['z', 'a', 'm']) {
        await anAnnotationConfig(server, { name, projects: [project] });
      }
      await anAnnotationConfig(server, { name: 'other', projects: [other] });
      expect(await names('p 100%')).toEqual(['m', 'a', 'z']);
      expect(await names(globalId('Project', project.id))).toEqual(['m', 'a', 'z']);
      expect(await names('default')).toEqual([]);

      const { body } = await server.request.get(`${pathOf('p 100%')}?limit=2`).expect(200);
      expect(body.data).toHaveLength(2);
      const rest = await server.request
        .get(pathOf('p 100%'))
        .query({ cursor: body.next_cursor })
        .expect(200);
      expect(rest.body).toMatchObject({ data: [{ name: 'z' }], next_cursor: null });
    });

    it('checks the limit, then the cursor, then the project', async () => {
      const get = (query: object) => server.request.get(pathOf(FAKE)).query(query);
      expect((await get({ limit: 0, cursor: 'x' }).expect(422)).body).toHaveProperty('detail');
      expect((await get({ cursor: 'x' }).expect(400)).text).toBe('Invalid cursor: x');
      expect((await get({ cursor: globalId('Project', 1) }).expect(400)).text).toContain('Invalid');
      expect((await get({}).expect(404)).text).toBe(`Project "${FAKE}" not found.`);
    });
  });

  describe('PUT and DELETE of one config', () => {
    it('add and remove it, repeatedly, by its name or ID', async () => {
      const project = await aProject(server, { name: 'p' });
      const config = await anAnnotationConfig(server, { name: 'quality' });
      for (const identifier of ['quality', idOf(config)]) {
        const { body } = await server.request.put(pathOf('p', identifier)).expect(200);
        expect(body.data).toMatchObject({ id: idOf(config), name: 'quality' });
        expect(await names(globalId('Project', project.id))).toEqual(['quality']);
      }
      for (const identifier of ['quality', idOf(config)]) {
        await server.request.delete(pathOf('p', identifier)).expect(204, '');
        expect(await names('p')).toEqual([]);
      }
      await server.request.get('/v1/annotation_configs/quality').expect(200);
    });

    it('look for the project first', async () => {
      await aProject(server, { name: 'p' });
      const config = await anAnnotationConfig(server);
      for (const method of ['put', 'delete'] as const) {
        const refusal = async (project: string, identifier: string) =>
          (await server.request[method](pathOf(project, identifier)).expect(404)).text;
        expect(await refusal(FAKE, FAKE)).toContain('Project');
        expect(await refusal(FAKE, idOf(config))).toContain('Project');
        expect(await refusal('p', FAKE)).toBe(`Annotation config "${FAKE}" not found.`);
        expect(await refusal('p', globalId('Span', config.id))).toContain('Annotation config');
        expect(await refusal('p', idOf({ id: 999_999 }))).toContain('Annotation config');
      }
    });
  });

  describe('PUT of all configs', () => {
    it('replaces them, without duplicates, and clears them', async () => {
      await aProject(server, { name: 'p' });
      const old = await anAnnotationConfig(server, { name: 'old' });
      const [a, b] = [
        await anAnnotationConfig(server, { name: 'a' }),
        await anAnnotationConfig(server, { name: 'b' }),
      ];
      await replace('p', [idOf(old), idOf(a)]).expect(200);
      const { body } = await replace('p', [
        idOf(a),
        idOf(b),
        globalId('FreeformAnnotationConfig', a.id),
      ]).expect(200);
      expect(body).toMatchObject({ data: [{ name: 'b' }, { name: 'a' }], next_cursor: null });
      expect(await names('p')).toEqual(['b', 'a']);
      const cleared = await replace('p', []).expect(200);
      expect(cleared.body).toEqual({ data: [], next_cursor: null });
      expect(await names('p')).toEqual([]);
    });

    it('changes nothing if it refuses one of them', async () => {
      const project = await aProject(server, { name: 'p' });
      const kept = await anAnnotationConfig(server, { name: 'kept', projects: [project] });
      const more = await anAnnotationConfig(server, { name: 'more' });
      for (const id of [FAKE, 'kept', '', globalId('Span', 1), idOf({ id: 999_999 })]) {
        const { headers } = await replace('p', [idOf(more), id]).expect(422);
        expect(headers['content-type']).toContain('text/plain');
      }
      expect(await names('p')).toEqual([kept.name]);
    });

    it('checks the form of the IDs, then the project, then the configs', async () => {
      expect((await replace(FAKE, [FAKE]).expect(422)).text).toContain('is not the ID of');
      await replace(FAKE, [idOf({ id: 999_999 })]).expect(404);
    });

    it.each([
      undefined,
      {},
      { annotation_config_ids: null },
      { annotation_config_ids: 'a' },
      { annotation_config_ids: [1] },
      { annotation_config_ids: [null] },
      [],
    ])('refuses the body %j', async (sent) => {
      const request = server.request.put(pathOf(FAKE));
      const { body } = await (sent ? request.send(sent) : request).expect(422);
      expect(body.detail[0].loc[0]).toBe('body');
    });

    it('never mixes the configs of two requests', async () => {
      await aProject(server, { name: 'p' });
      const a = await anAnnotationConfig(server, { name: 'a' });
      const b = await anAnnotationConfig(server, { name: 'b' });
      for (let round = 0; round < 10; round++) {
        await Promise.all([replace('p', [idOf(a)]), replace('p', [idOf(b)])]);
        expect(await names('p')).toHaveLength(1);
      }
    });
  });

  it('leave a project together with the config or the project', async () => {
    const project = await aProject(server, { name: 'p' });
    const config = await anAnnotationConfig(server, { projects: [project] });
    await anAnnotationConfig(server, { name: 'kept', projects: [project] });
    await server.request.delete(`/v1/annotation_configs/${idOf(config)}`).expect(200);
    expect(await names('p')).toEqual(['kept']);
    await server.request.delete('/v1/projects/p').expect(204);
    expect(await server.sql('SELECT FROM project_annotation_configs')).toEqual([]);
    await server.request.get('/v1/annotation_configs/kept').expect(200);
  });
});

describe('an API key for one project', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('manages the configs of its project only', async () => {
    const project = await aProject(server, { name: 'own' });
    await aProject(server, { name: 'other' });
    const { userId } = server.accounts.MEMBER;
    const key = bearer(await server.createKey(userId, { projectId: project.id }));
    const call = async (method: 'get' | 'put' | 'delete', path: string) =>
      (await server.request[method](path).set(key)).status;
    expect(await call('put', pathOf('own', 'user_feedback'))).toBe(200);
    expect(await call('get', pathOf('own'))).toBe(200);
    expect(await call('delete', pathOf('own', 'user_feedback'))).toBe(204);
    expect(await call('put', pathOf('other', 'user_feedback'))).toBe(403);
    expect(await call('get', pathOf('other'))).toBe(403);
    expect(await call('get', '/v1/annotation_configs')).toBe(403);
  });
});
