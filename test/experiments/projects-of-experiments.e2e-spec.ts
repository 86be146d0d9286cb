import { anExample } from '../support/factories/dataset-example.js';
import { anExperiment } from '../support/factories/experiment.js';
import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { eventually } from '../support/eventually.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('the projects of experiments', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const overRest = async (query = '') => {
    const { body } = await server.request.get(`/v1/projects?${query}`);
    return body.data.map(({ name }: { name: string }) => name);
  };
  const overGraphql = async (args = '') => {
    const { data } = await server.gql<{
      projects: { edges: { node: { name: string } }[] };
      projectCount: number;
    }>(`{ projects${args} { edges { node { name } } } projectCount }`);
    return { names: data!.projects.edges.map(({ node }) => node.name), count: data!.projectCount };
  };

  it('are listed only if requested, except the playground', async () => {
    await anExperiment(server, { project_name: 'Experiment-1' });
    await anExperiment(server, { project_name: 'playground' });
    await aProject(server, { name: 'app' });
    expect(await overRest()).toEqual(['app', 'playground', 'default']);
    expect(await overRest('include_experiment_projects=true')).toEqual([
      'app',
      'playground',
      'Experiment-1',
      'default',
    ]);
    expect(await overRest('name_contains=exp')).toEqual([]);
    const all = ['default', 'playground', 'app'];
    expect(await overGraphql()).toEqual({ names: all, count: 3 });
    expect((await overGraphql('(filter: { col: name, value: "EXP" })')).names).toEqual([]);
    expect((await overGraphql('(last: 2)')).names).toEqual(['playground', 'app']);
    expect((await overGraphql('(sort: { col: endTime, dir: desc })')).names).toHaveLength(3);
  });

  it('are still found by name and ID', async () => {
    const { project_name: name } = await anExperiment(server);
    const { status, body } = await server.request.get(`/v1/projects/${name}`);
    expect(status).toBe(200);
    const { data } = await server.gql(`{ getProjectByName(name: "${name}") { id } }`);
    expect(data).toEqual({ getProjectByName: { id: body.data.id } });
  });

  it('are left out of pages without leaving gaps', async () => {
    for (let n = 0; n < 5; n++) {
      await aProject(server, { name: `app ${n}` });
      await anExperiment(server);
    }
    const first = await server.request.get('/v1/projects?limit=2');
    expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['app 4', 'app 3']);
    const cursor = encodeURIComponent(first.body.next_cursor);
    expect(await overRest(`limit=2&cursor=${cursor}`)).toEqual(['app 2', 'app 1']);
  });

  it('disappear from lists as soon as they are deleted, whatever their size', async () => {
    const { id, project_name: name } = await anExperiment(server);
    const [project] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
      name,
    ]);
    await aSpan(server, { project_id: project!.id });
    // A sender holds a lock on the project, so it cannot be deleted yet.
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM projects WHERE id = $1 FOR KEY SHARE', [project!.id]);
    const { status } = await server.request.delete(
      `/v1/experiments/${globalId('Experiment', id)}?delete_project=true`,
    );
    expect(status).toBe(204);
    expect(await overRest()).toEqual(['default']);
    expect(await server.sql('SELECT id FROM projects WHERE name = $1', [name])).toHaveLength(1);
    await runner.commitTransaction();
    await runner.release();
    await eventually('end of the project', async () => {
      const left = await server.sql('SELECT id FROM projects WHERE name = $1', [name]);
      return left.length === 0;
    });
    expect(await server.sql('SELECT id FROM spans')).toEqual([]);
  });

  it('receive all spans sent to them, even late ones', async () => {
    const { dataset_id } = await anExample(server);
    const created = await server.request
      .post(`/v1/datasets/${globalId('Dataset', dataset_id)}/experiments`)
      .send({});
    const name = created.body.data.project_name;
    const sent = await server.request.post(`/v1/projects/${name}/spans`).send({
      data: [
        {
          name: 'task',
          context: { trace_id: '5b8efff798038103d269b633813fc60c', span_id: 'eee19b7ec3c1b170' },
          span_kind: 'CHAIN',
          start_time: '2026-03-01T10:00:00Z',
          end_time: '2026-03-01T10:00:01Z',
          status_code: 'OK',
        },
      ],
    });
    expect(sent.status).toBeLessThan(300);
    const traces = await server.request.get(`/v1/projects/${name}/traces`);
    expect(traces.body.data).toHaveLength(1);
    expect(await overRest()).toEqual(['default']);
  });
});
