import { aDataset } from '../support/factories/dataset.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aRun, anEvaluation, anExperiment } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type Agent, connectAgent } from './agent.js';

describe('the tools for experiments and prompts', () => {
  let server: TestServer;
  let agent: Agent;

  beforeAll(async () => {
    server = await startTestServer();
    agent = await connectAgent(server.url);
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  /** Two experiments on two examples. The second is better on the second example. */
  const compared = async () => {
    const dataset = await aDataset(server, { name: 'questions' });
    const examples = [
      await anExample(server, { dataset_id: dataset.id, input: { question: 'one' } }),
      await anExample(server, {
        dataset_id: dataset.id,
        external_id: 'q-2',
        input: { question: 'two' },
      }),
    ];
    const experiments = [];
    for (const [name, scores] of [
      ['base', [1, 0]],
      ['other', [1, 1]],
    ] as const) {
      const experiment = await anExperiment(server, { dataset_id: dataset.id, name });
      for (const [index, example] of examples.entries()) {
        const run = await aRun(server, {
          experiment_id: experiment.id,
          example_id: example.id,
          output: { answer: `${name} ${index}` },
        });
        await anEvaluation(server, { run_id: run.id, name: 'correct', score: scores[index]! });
      }
      experiments.push(globalId('Experiment', experiment.id));
    }
    return {
      datasetId: globalId('Dataset', dataset.id),
      base: experiments[0]!,
      other: experiments[1]!,
    };
  };

  it('lists experiments, of all datasets and of one', async () => {
    const { other } = await compared();
    await anExperiment(server, { name: 'elsewhere' });
    const all = await agent.call('list_experiments');
    expect(all.items).toHaveLength(3);
    const ofDataset = await agent.call('list_experiments', { dataset: 'questions', limit: 1 });
    expect(ofDataset.items).toMatchObject([
      { id: other, name: 'other', run_count: 2, evaluations: [{ name: 'correct', mean_score: 1 }] },
    ]);
    const next = await agent.call('list_experiments', {
      dataset: 'questions',
      cursor: ofDataset.next_cursor,
    });
    expect(next.items).toMatchObject([{ name: 'base' }]);
  });

  it('returns an experiment with its runs', async () => {
    const { base } = await compared();
    const answer = await agent.call('get_experiment', { experiment_id: base });
    expect(answer).toMatchObject({ name: 'base', dataset: 'questions', failed_run_count: 0 });
    expect(answer.items).toMatchObject([
      { input: { question: 'one' }, output: { answer: 'base 0' }, evaluations: [{ score: 1 }] },
      {
        external_id: 'q-2',
        input: { question: 'two' },
        output: { answer: 'base 1' },
        evaluations: [{ score: 0 }],
      },
    ]);
    const wrong = await agent.ask('get_experiment', { experiment_id: globalId('Project', 1) });
    expect(wrong.isError).toBe(true);
  });

  it('compares experiments, and finds the examples on which they differ', async () => {
    const { datasetId, base, other } = await compared();
    const answer = await agent.call('compare_experiments', { base_id: base, other_ids: [other] });
    expect(answer.experiments).toMatchObject([{ name: 'base' }, { name: 'other' }]);
    expect(answer.runs_by_score).toEqual([
      {
        name: 'correct',
        better: 'MAXIMIZE',
        base_better: 0,
        base_worse: 1,
        equal: 1,
        not_comparable: 0,
      },
    ]);
    expect(answer.items).toHaveLength(2);
    expect(answer.link).toBe(
      `${server.url}/datasets/${encodeURIComponent(datasetId)}/compare?experimentId=${encodeURIComponent(base)}&experimentId=${encodeURIComponent(other)}`,
    );
    const worse = await agent.call('compare_experiments', {
      base_id: base,
      other_ids: [other],
      condition: "experiments[0].evals['correct'].score < experiments[1].evals['correct'].score",
    });
    const { example_id: id } = worse.items[0];
    expect(worse.items).toMatchObject([
      {
        external_id: 'q-2',
        example_link: `${server.url}/datasets/${encodeURIComponent(datasetId)}/examples/${encodeURIComponent(id)}`,
        input: { question: 'two' },
        runs: [
          { experiment_id: base, output: { answer: 'base 1' }, evaluations: [{ score: 0 }] },
          { experiment_id: other, output: { answer: 'other 1' }, evaluations: [{ score: 1 }] },
        ],
      },
    ]);
    const same = await agent.ask('compare_experiments', { base_id: base, other_ids: [base] });
    expect(same.text).toBe('other_ids must name an experiment other than the base.');
  });

  it('accepts every example of a condition on experiments', async () => {
    const { base, other } = await compared();
    const { examples } = await agent.call('describe_filter_language', { of: 'examples' });
    for (const condition of examples) {
      await agent.call('compare_experiments', { base_id: base, other_ids: [other], condition });
    }
  });

  it('lists prompts and returns a version by its tag', async () => {
    const name = `greeting-${Date.now()}`;
    const version = (text: string) => ({
      model_provider: 'OPENAI',
      model_name: 'gpt-5',
      template_type: 'CHAT',
      template_format: 'MUSTACHE',
      template: { type: 'chat', messages: [{ role: 'user', content: text }] },
      invocation_parameters: { type: 'openai', openai: { temperature: 0.5 } },
    });
    for (const text of ['Hello {{name}}', 'Goodbye {{name}}']) {
      const response = await server.request
        .post('/v1/prompts')
        .send({ prompt: { name }, version: version(text) });
      expect(response.status).toBe(200);
      if (text.startsWith('Hello')) {
        await server.request
          .post(`/v1/prompt_versions/${response.body.data.id}/tags`)
          .send({ name: 'production' })
          .expect(204);
      }
    }
    expect((await agent.call('list_prompts', { name })).items).toMatchObject([
      { name, version_count: 2, tags: ['production'] },
    ]);
    const newest = await agent.call('get_prompt', { prompt: name });
    expect(newest.version).toMatchObject({
      number: 2,
      model: 'gpt-5',
      parameters: { temperature: 0.5 },
      variables: ['name'],
      messages: [{ role: 'user', content: ['Goodbye {{name}}'] }],
    });
    const tagged = await agent.call('get_prompt', { prompt: name, tag: 'production' });
    expect(tagged.version.messages[0].content).toEqual(['Hello {{name}}']);
    const missing = await agent.ask('get_prompt', { prompt: name, tag: 'staging' });
    expect([missing.isError, missing.text]).toEqual([
      true,
      `This version of the prompt "${name}" does not exist.`,
    ]);
  });
});
