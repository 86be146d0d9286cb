import { eventually } from '../support/eventually.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { startJob } from '../support/job-queue.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('ephemeral experiments', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const look = () => startJob(server, 'ephemeral-experiments');
  const age = (id: number, interval: string) =>
    server.sql(`UPDATE experiments SET updated_at = now() - $2::interval WHERE id = $1`, [
      id,
      interval,
    ]);
  const left = async () => {
    const rows = await server.sql<{ name: string }>('SELECT name FROM experiments ORDER BY name');
    return rows.map(({ name }) => name);
  };

  it('are deleted a day after their last edit, with runs and traces; others stay', async () => {
    const evaluation = await anEvaluation(server);
    const { experiment_id: id } = evaluation;
    await server.sql("UPDATE experiments SET is_ephemeral = true, name = 'old' WHERE id = $1", [
      id,
    ]);
    const [project] = await server.sql<{ id: number }>(
      `SELECT p.id FROM projects p JOIN experiments e ON e.project_name = p.name`,
    );
    await aSpan(server, { project_id: project!.id });
    const young = await anExperiment(server, { name: 'young', is_ephemeral: true });
    const kept = await anExperiment(server, { name: 'kept' });
    const edited = await anExperiment(server, { name: 'edited', is_ephemeral: true });
    await age(id, '25 hours');
    await age(young.id, '23 hours');
    await age(kept.id, '1 year');
    await age(edited.id, '25 hours');
    const url = `/v1/experiments/${globalId('Experiment', edited.id)}`;
    await server.request.patch(url).send({ description: 'wanted' });
    // Servers also look for old experiments when they start.
    const other = await startTestServer({ SPANDREL_DATABASE_URL: server.databaseUrl });
    await eventually('end of the old one', async () => !(await left()).includes('old'));
    expect(await left()).toEqual(['edited', 'kept', 'young']);
    await eventually('end of its project', async () => {
      const rows = await server.sql('SELECT id FROM projects WHERE id = $1', [project!.id]);
      return rows.length === 0;
    });
    expect(await server.sql('SELECT id FROM spans')).toEqual([]);
    expect(await server.sql('SELECT id FROM experiment_run_annotations')).toEqual([]);
    await other.stop();
  });

  it('stay if they were reinstated', async () => {
    const { id } = await aRun(server);
    const [experiment] = await server.sql<{ id: number }>('SELECT id FROM experiments');
    const change = (what: string) =>
      server.gql(
        `mutation { ${what}(experimentId: "${globalId('Experiment', experiment!.id)}") { experiment { id } } }`,
      );
    await change('dismissExperiment');
    await change('reinstateExperiment');
    await age(experiment!.id, '2 days');
    const doomed = await anExperiment(server, { name: 'doomed', is_ephemeral: true });
    await age(doomed.id, '2 days');
    await look();
    await eventually('end of the other', async () => !(await left()).includes('doomed'));
    expect(await server.sql('SELECT id FROM experiment_runs')).toEqual([{ id }]);
  });

  it('are all deleted, however many there are, every hour', async () => {
    const { dataset_id, dataset_version_id } = await anExperiment(server, { name: 'kept' });
    await server.sql(
      `INSERT INTO experiments (dataset_id, dataset_version_id, name, text_folded, repetitions,
         is_ephemeral, example_count, updated_at)
       SELECT $1, $2, 'old', 'old', 1, true, 0, now() - interval '2 days'
         FROM generate_series(1, 250)`,
      [dataset_id, dataset_version_id],
    );
    await look();
    await eventually('end of all of them', async () => (await left()).length === 1);
    const next = await eventually('next look', async () => {
      const [job] = await server.sql<{ minutes: number }>(
        `SELECT extract(epoch FROM min(start_after - created_on))::float8 / 60 AS minutes
           FROM public_jobs.job
          WHERE name = 'ephemeral-experiments' AND state = 'created' AND start_after > now()`,
      );
      return job?.minutes;
    });
    expect(next).toBeGreaterThan(50);
    expect(next).toBeLessThanOrEqual(60);
  });
});
