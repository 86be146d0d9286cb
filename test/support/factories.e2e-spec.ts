import { aDatasetVersion } from './factories/dataset.js';
import { anExample, aRevision } from './factories/dataset-example.js';
import { aSplit } from './factories/dataset-marks.js';
import { anEvaluation, anExperiment, anExperimentTag, aRun } from './factories/experiment.js';
import { aSpan } from './factories/span.js';
import { aTrace } from './factories/trace.js';
import { startTestServer, type TestServer } from './server.js';

describe('factories', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('create the parents of a span and keep the totals of its trace', async () => {
    const first = await aSpan(server, { session_id: 'chat', status_code: 'ERROR' });
    await aSpan(server, { trace_id: first.trace_id, kind: 'LLM', prompt_tokens: 7 });
    expect(await server.sql('SELECT * FROM traces')).toEqual([
      expect.objectContaining({
        session_id: 'chat',
        span_count: 2,
        error_count: 1,
        prompt_tokens: 7,
      }),
    ]);
    expect(await server.sql('SELECT project_id FROM project_sessions')).toEqual([
      { project_id: first.project_id },
    ]);
  });

  it('extend a session to cover its traces', async () => {
    const { project_id } = await aTrace(server, {
      session_id: 'long',
      start_time: '2026-01-01T00:00:00+00:00',
    });
    await aTrace(server, {
      project_id,
      session_id: 'long',
      end_time: '2026-12-31T00:00:00+00:00',
    });
    expect(
      await server.sql(
        "SELECT start_time, end_time FROM project_sessions WHERE session_id = 'long'",
      ),
    ).toEqual([{ start_time: '2026-01-01T00:00:00+00:00', end_time: '2026-12-31T00:00:00+00:00' }]);
  });

  it('update the counts of a version and the latest state of an example', async () => {
    const first = await aDatasetVersion(server);
    const kept = await anExample(server, { dataset_id: first.dataset_id, input: { q: 1 } });
    const gone = await anExample(server, { created_version_id: first.id });
    const second = await aDatasetVersion(server, { dataset_id: first.dataset_id });
    const patch = await aRevision(server, { example_id: kept.id, version_id: second.id });
    await aRevision(server, { example_id: gone.id, version_id: second.id, kind: 'DELETE' });
    await aSplit(server, { name: 'train', examples: [kept] });
    expect(
      await server.sql(
        `SELECT id, example_count, created_count, updated_count, deleted_count
           FROM dataset_versions ORDER BY id`,
      ),
    ).toEqual([
      { id: first.id, example_count: 2, created_count: 2, updated_count: 0, deleted_count: 0 },
      { id: second.id, example_count: 1, created_count: 0, updated_count: 1, deleted_count: 1 },
    ]);
    expect(
      await server.sql('SELECT id, revision_id, is_live FROM dataset_examples ORDER BY id'),
    ).toEqual([
      { id: kept.id, revision_id: patch.id, is_live: true },
      { id: gone.id, revision_id: expect.any(Number), is_live: false },
    ]);
    expect(await server.sql('SELECT example_id FROM dataset_split_examples')).toEqual([
      { example_id: kept.id },
    ]);
  });

  it('create an experiment with its snapshot and everything in it', async () => {
    const { dataset_id, id, revision_id } = await anExample(server);
    const experiment = await anExperiment(server, { dataset_id });
    const run = await aRun(server, { experiment_id: experiment.id, error: 'late' });
    await anEvaluation(server, { run_id: run.id });
    await anExperimentTag(server, { experiment_id: experiment.id });
    expect(experiment.example_count).toBe(1);
    expect(
      await server.sql('SELECT * FROM experiment_examples WHERE experiment_id = $1', [
        experiment.id,
      ]),
    ).toEqual([{ experiment_id: experiment.id, example_id: id, revision_id }]);
    expect(run).toMatchObject({ example_id: id, is_failed: true, latency_ms: 2000.001 });
    const alone = await anEvaluation(server);
    expect(alone.experiment_id).not.toBe(experiment.id);
  });
});
