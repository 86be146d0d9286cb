import { aDataset } from '../support/factories/dataset.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aRun, anEvaluation, anExperiment } from '../support/factories/experiment.js';
import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type Agent, connectAgent } from './agent.js';

describe('the SQL behind lists for agents', () => {
  let server: TestServer;
  let agent: Agent;

  beforeAll(async () => {
    server = await startTestServer();
    agent = await connectAgent(server.url);
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const count = async (tool: string, input: object) => {
    const { statements, result } = await server.countQueries(() => agent.call(tool, input));
    return { items: result.items.length as number, queries: statements.length };
  };

  it.each([
    ['search_traces', {}],
    ['search_traces', { status: 'error' }],
    ['search_spans', {}],
    ['search_spans', { search: 'word' }],
    ['list_sessions', {}],
  ])('%s with %j needs as many queries for 20 rows as for 2', async (tool, input) => {
    const project = await aProject(server, { name: 'many' });
    for (let index = 0; index < 20; index++) {
      await aSpan(server, {
        project_id: project.id,
        session_id: `s${index}`,
        status_code: 'ERROR',
        payload: { input: { value: 'a word' } },
      });
    }
    const few = await count(tool, { project: 'many', limit: 2, ...input });
    const many = await count(tool, { project: 'many', limit: 20, ...input });
    expect([few.items, many.items]).toEqual([2, 20]);
    // Under load, a loader may need another batch.
    expect(many.queries).toBeLessThan(few.queries + 9);
  });

  it('lists of datasets, examples, experiments, runs and comparisons do, too', async () => {
    const dataset = await aDataset(server, { name: 'many' });
    for (let index = 0; index < 10; index++) {
      await anExample(server, { dataset_id: dataset.id });
      await aDataset(server);
    }
    const ids = [];
    for (let index = 0; index < 6; index++) {
      const experiment = await anExperiment(server, { dataset_id: dataset.id });
      ids.push(globalId('Experiment', experiment.id));
      const examples = await server.sql<{ id: number }>(
        'SELECT id FROM dataset_examples WHERE dataset_id = $1',
        [dataset.id],
      );
      for (const { id } of examples) {
        const run = await aRun(server, { experiment_id: experiment.id, example_id: id });
        await anEvaluation(server, { run_id: run.id });
      }
    }
    const lists: [string, object, number][] = [
      ['list_datasets', {}, 10],
      ['get_dataset_examples', { dataset: 'many' }, 10],
      ['list_experiments', {}, 6],
      ['list_experiments', { dataset: 'many' }, 6],
      ['get_experiment', { experiment_id: ids[0] }, 10],
      ['compare_experiments', { base_id: ids[0], other_ids: [ids[1]] }, 10],
    ];
    for (const [tool, input, size] of lists) {
      const few = await count(tool, { ...input, limit: 2 });
      const many = await count(tool, { ...input, limit: size });
      expect([tool, few.items, many.items]).toEqual([tool, 2, size]);
      // Under load, a loader may need another batch.
      expect(many.queries).toBeLessThan(few.queries + (size - 2) / 2);
    }
  });
});
