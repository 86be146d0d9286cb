import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aPolicy } from './retention-operations.js';

describe("a project's retention policy over REST", () => {
  let server: TestServer;
  let project: Awaited<ReturnType<typeof aProject>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.sql('DELETE FROM retention_policies WHERE NOT is_default');
    project = await aProject(server, { name: 'shop' });
  });
  afterEach(() => server.sql(`DELETE FROM projects WHERE name <> 'default'`));

  const patch = (body: object, identifier = 'shop') =>
    server.request.patch(`/v1/projects/${identifier}/retention`).send(body);
  const followed = async (): Promise<string> => {
    const { data } = await server.gql<{ node: { traceRetentionPolicy: { name: string } } }>(
      'query ($id: ID!) { node(id: $id) { ... on Project { traceRetentionPolicy { name } } } }',
      { id: globalId('Project', project.id) },
    );
    return data!.node.traceRetentionPolicy.name;
  };

  it('is set by its global ID, and reset with null', async () => {
    const { id } = await aPolicy(server);
    const { body } = await patch({ policy_id: id }).expect(200);
    const project_id = globalId('Project', project.id);
    expect(body).toEqual({ data: { project_id, policy_id: id } });
    expect(await followed()).toBe('a week');
    const reset = await patch({ policy_id: null }, project_id).expect(200);
    expect(reset.body).toEqual({ data: { project_id, policy_id: null } });
    expect(await followed()).toBe('Default');
  });

  it('is reset with either global ID of the default policy', async () => {
    const [row] = await server.sql<{ id: number }>(
      'SELECT id FROM retention_policies WHERE is_default',
    );
    for (const defaultRow of [0, row!.id]) {
      const { id } = await aPolicy(server, { name: `for ${defaultRow}` });
      await patch({ policy_id: id }).expect(200);
      const policy_id = globalId('ProjectTraceRetentionPolicy', defaultRow);
      const { body } = await patch({ policy_id }).expect(200);
      const project_id = globalId('Project', project.id);
      expect(body).toEqual({ data: { project_id, policy_id: null } });
      expect(await followed()).toBe('Default');
      expect(await server.sql('SELECT 1 FROM project_retention_policies')).toEqual([]);
    }
  });

  it.each([[{}], [{ policy_id: 1 }], [{ policy_id: undefined }], [[]]])(
    'is not changed by %j',
    async (body) => {
      await patch(body).expect(422);
    },
  );

  it.each(['x', '', globalId('Dataset', 1), globalId('ProjectTraceRetentionPolicy', 999_999)])(
    'cannot be "%s", which does not exist',
    async (policy_id) => {
      await patch({ policy_id }).expect(404);
      expect(await followed()).toBe('Default');
    },
  );

  it('needs an existing project', async () => {
    await patch({ policy_id: null }, 'unknown').expect(404);
    await patch({ policy_id: null }, globalId('Project', 999_999)).expect(404);
  });
});
