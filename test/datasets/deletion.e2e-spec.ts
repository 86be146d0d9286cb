import { aDataset, aDatasetVersion } from '../support/factories/dataset.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDatasetLabel, aSplit } from '../support/factories/dataset-marks.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { aSpan } from '../support/factories/span.js';
import { eventually } from '../support/eventually.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('deleting a dataset', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const overRest = (id: string) => server.request.delete(`/v1/datasets/${encodeURIComponent(id)}`);

  /** Waits until a project no longer exists. */
  const gone = (name: string) =>
    eventually(`end of ${name}`, async () => {
      const { status } = await server.request.get(`/v1/projects/${name}`);
      return status === 404;
    });

  /** Counts the rows of every table that depends on datasets. */
  const rows = async (): Promise<Record<string, number>> => {
    const tables = [
      'datasets',
      'dataset_versions',
      'dataset_examples',
      'dataset_example_revisions',
      'dataset_split_examples',
      'dataset_label_assignments',
      'experiments',
      'experiment_examples',
      'experiment_runs',
      'experiment_run_annotations',
    ];
    const [counts] = await server.sql<Record<string, number>>(
      `SELECT ${tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')}`,
    );
    return counts!;
  };

  /** Creates a dataset with one of everything, and the project of its experiment. */
  async function aFullDataset() {
    const version = await aDatasetVersion(server);
    const example = await anExample(server, { created_version_id: version.id });
    await aSplit(server, { examples: [example] });
    await aDatasetLabel(server, { datasets: [{ id: version.dataset_id }] });
    const experiment = await anExperiment(server, {
      dataset_id: version.dataset_id,
      dataset_version_id: version.id,
    });
    const [project] = await server.sql<{ id: number; name: string }>(
      'SELECT id, name FROM projects WHERE name = $1',
      [experiment.project_name],
    );
    const span = await aSpan(server, { project_id: project!.id, session_id: `s-${project!.id}` });
    const run = await aRun(server, {
      experiment_id: experiment.id,
      example_id: example.id,
      trace_id: span.trace_id,
    });
    await anEvaluation(server, { run_id: run.id });
    return { id: version.dataset_id, project: project!, span };
  }

  it('deletes everything that belongs to it, and nothing else', async () => {
    const doomed = await aFullDataset();
    const before = await rows();
    const kept = await aFullDataset();
    await overRest(globalId('Dataset', doomed.id)).expect(204, '');
    expect(await rows()).toEqual(before);
    expect(await server.sql('SELECT id FROM datasets')).toEqual([{ id: kept.id }]);
    expect(await server.sql('SELECT FROM dataset_splits')).toHaveLength(2);
    expect(await server.sql('SELECT FROM dataset_labels')).toHaveLength(2);
    await overRest(globalId('Dataset', doomed.id)).expect(404);
  });

  it('deletes the projects of its experiments in the background', async () => {
    const doomed = await aFullDataset();
    const kept = await aFullDataset();
    await overRest(globalId('Dataset', doomed.id)).expect(204);
    await gone(doomed.project.name);
    await server.request.get(`/v1/projects/${kept.project.name}`).expect(200);
    expect(await server.sql('SELECT trace_id FROM spans')).toEqual([
      { trace_id: kept.span.trace_id },
    ]);
    expect(await server.sql('SELECT FROM project_deletions')).toEqual([]);
  });

  it('continues after a server is killed', async () => {
    const { project } = await aFullDataset();
    await server.sql('INSERT INTO project_deletions (project_id) VALUES ($1)', [project.id]);
    const next = await startTestServer({ SPANDREL_DATABASE_URL: server.databaseUrl });
    await gone(project.name);
    await next.stop();
  });

  it('returns the deleted dataset', async () => {
    const { id, project } = await aFullDataset();
    const { data } = await server.gql(
      `mutation ($id: ID!) { deleteDataset(input: {datasetId: $id}) {
        dataset { id exampleCount lastUpdatedAt labels { name } } query { datasetCount } } }`,
      { id: globalId('Dataset', id) },
    );
    expect(data).toEqual({
      deleteDataset: {
        dataset: {
          id: globalId('Dataset', id),
          exampleCount: 0,
          lastUpdatedAt: expect.stringMatching(/\+00:00$/),
          labels: [],
        },
        query: { datasetCount: 0 },
      },
    });
    await gone(project.name);
  });

  it('succeeds if a project no longer exists', async () => {
    const { id, project } = await aFullDataset();
    await server.request.delete(`/v1/projects/${project.name}`).expect(204);
    await anExperiment(server, { dataset_id: id, project_name: null });
    await overRest(globalId('Dataset', id)).expect(204);
  });

  it('never deletes the default project', async () => {
    const { id } = await aFullDataset();
    await server.sql("UPDATE experiments SET project_name = 'default' WHERE dataset_id = $1", [id]);
    await overRest(globalId('Dataset', id)).expect(204);
    expect(await server.sql("SELECT name FROM projects WHERE name = 'default'")).toEqual([
      { name: 'default' },
    ]);
    expect(await server.sql('SELECT FROM project_deletions')).toEqual([]);
  });

  it('happens once for simultaneous requests', async () => {
    const { id } = await aDataset(server);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => overRest(globalId('Dataset', id))),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([204, 404, 404, 404, 404, 404, 404, 404]);
  });

  it('makes the name available', async () => {
    const { id } = await aDataset(server, { name: 'again' });
    await overRest(globalId('Dataset', id)).expect(204);
    const made = await server.gql(
      'mutation { createDataset(input: {name: "again"}) { dataset { name } } }',
    );
    expect(made.errors).toBeUndefined();
  });

  it.each([
    ['fake-id-1a2b3c4d', 422],
    ['capitals', 422],
    [globalId('Project', 1), 422],
    [globalId('Dataset', 999999), 404],
  ])('responds to %s with %i', async (id, status) => {
    await aDataset(server, { name: 'capitals' });
    const { headers } = await overRest(id).expect(status);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(await server.sql('SELECT FROM datasets')).toHaveLength(1);
  });
});
