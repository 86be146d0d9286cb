import { bearer, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { aProject } from '../../support/factories/project.js';

/** A query needs POST, so it counts as a write although it only reads. */
describe('POST /v1/spans with authentication', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const statusOf = async (key: string | null, method: 'get' | 'post' = 'post'): Promise<number> => {
    const headers = key === null ? {} : bearer(key);
    const response = await server.request[method]('/v1/spans').set(headers).send({ queries: [] });
    return response.status;
  };

  it('is for members, administrators and the system', async () => {
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    for (const key of [ADMIN.key, MEMBER.key, server.systemKey, server.adminSecret]) {
      expect(await statusOf(key)).toBe(404);
    }
    expect(await statusOf(VIEWER.key)).toBe(403);
    expect(await statusOf(VIEWER.key, 'get')).toBe(404);
    expect(await statusOf(null)).toBe(401);
    expect(await statusOf(null, 'get')).toBe(401);
  });

  it('refuses keys that are read-only, send spans only, or belong to a project', async () => {
    const { MEMBER } = server.accounts;
    const project = await aProject(server);
    const keys = await Promise.all([
      server.createKey(MEMBER.userId, { scope: 'read' }),
      server.createKey(MEMBER.userId, { scope: 'ingest' }),
      server.createKey(MEMBER.userId, { projectId: project.id }),
    ]);
    for (const key of keys) expect(await statusOf(key)).toBe(403);
  });
});
