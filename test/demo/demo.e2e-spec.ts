import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { experiments } from '../../demo/plan-experiments.js';
import { RestClient } from '../../demo/rest-client.js';
import { createReviewer } from '../../demo/second-reviewer.js';
import { sendAnnotations } from '../../demo/send-annotations.js';
import { sendDashboard } from '../../demo/send-dashboard.js';
import { sendDataset } from '../../demo/send-dataset.js';
import { sendExperiments } from '../../demo/send-experiments.js';
import { sendPrompts } from '../../demo/send-prompts.js';
import { sendWork } from '../../demo/send-work.js';
import { stories } from '../../demo/stories.js';
import { TraceSender } from '../../demo/trace-sender.js';
import { startSecuredServer } from '../support/accounts.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('the demo', () => {
  let server: TestServer;
  let rest: RestClient;

  beforeAll(async () => {
    server = await startTestServer();
    rest = new RestClient(server.url, '');
  });
  afterAll(() => server.stop());

  it('creates a dataset with splits, labels and versions, and experiments over it', async () => {
    const dataset = await sendDataset(rest);
    const traces = new TraceSender(server.url, '');
    await sendExperiments(rest, traces, dataset, experiments(Date.now()));
    await traces.close();
    const { data, errors } = await server.gql(`{ datasets { edges { node {
      name exampleCount splits { name } labels { name }
      versions { edges { node { createdCount updatedCount deletedCount } } }
      experiments { edges { node { name runCount expectedRunCount isBaseline
        annotationSummaries { annotationName }
        runs(first: 1) { edges { node { trace { numSpans } } } } } } }
    } } } }`);
    expect(errors).toBeUndefined();
    const experiment = (name: string, isBaseline: boolean) => ({
      node: {
        name,
        runCount: 22,
        expectedRunCount: 22,
        isBaseline,
        annotationSummaries: [{ annotationName: 'brevity' }, { annotationName: 'correctness' }],
        runs: { edges: [{ node: { trace: { numSpans: 3 } } }] },
      },
    });
    expect(data).toEqual({
      datasets: {
        edges: [
          {
            node: {
              name: 'help-desk-questions',
              exampleCount: 11,
              splits: [{ name: 'hard' }, { name: 'test' }, { name: 'train' }],
              labels: [{ name: 'help desk' }, { name: 'reviewed' }],
              versions: {
                edges: [
                  { node: { createdCount: 2, updatedCount: 1, deletedCount: 1 } },
                  { node: { createdCount: 10, updatedCount: 0, deletedCount: 0 } },
                ],
              },
              experiments: {
                edges: [
                  experiment('vector search, larger model', false),
                  experiment('vector search', false),
                  experiment('keyword search', true),
                ],
              },
            },
          },
        ],
      },
    });
  });

  it('creates prompts with versions and tags', async () => {
    expect(await sendPrompts(rest)).toBe(2);
    const { data } = await server.gql(
      '{ prompts { edges { node { name versionCount versionTags { name } } } } }',
    );
    expect(data).toMatchObject({
      prompts: {
        edges: [
          { node: { name: 'help-desk-triage', versionCount: 2 } },
          {
            node: {
              name: 'help-desk-answer',
              versionCount: 3,
              versionTags: [{ name: 'production' }, { name: 'staging' }],
            },
          },
        ],
      },
    });
  });

  it('leaves existing data unchanged, and prints where it is', async () => {
    const traces = new TraceSender(server.url, '');
    const told = await sendWork(server.url, '', traces);
    await traces.close();
    expect(told[0]).toBe(
      'The dataset, its experiments and the prompts already exist and were left unchanged.',
    );
    const { id, isNew } = await sendDataset(rest);
    expect(isNew).toBe(false);
    const page = `${server.url}/datasets/${encodeURIComponent(id)}`;
    expect(told.join('\n')).toContain(`${page}/experiments`);
    const { data } = await rest.get<{ data: unknown[] }>(`datasets/${id}/experiments`);
    expect(data).toHaveLength(3);
  });

  it('completes an incomplete experiment', async () => {
    const dataset = await sendDataset(rest);
    const { data } = await rest.get<{ data: { id: string; name: string }[] }>(
      `datasets/${dataset.id}/experiments`,
    );
    const gone = data.find(({ name }) => name === 'vector search')!;
    await fetch(`${server.url}/v1/experiments/${gone.id}`, { method: 'DELETE' });
    const traces = new TraceSender(server.url, '');
    expect((await sendWork(server.url, '', traces))[0]).toBe('Created 1 experiment.');
    await traces.close();
  });

  it('annotates traces, and fills a review queue', async () => {
    const traces = new TraceSender(server.url, '');
    const projects = ['support-chat', 'docs-rag', 'research-agent'];
    const plans = projects.flatMap((project) =>
      stories(Date.now())
        .filter((plan) => plan.project === project)
        .slice(-20),
    );
    const sent = [];
    for (const plan of plans) sent.push(await traces.send(plan));
    await traces.close();
    expect(await sendAnnotations(rest, sent)).toBeGreaterThan(50);
    // A second run keeps the configs and the queue.
    await sendAnnotations(rest, sent);
    const { data, errors } = await server.gql(`{ getProjectByName(name: "support-chat") {
      spanAnnotationNames traceAnnotationNames sessionAnnotationNames
      annotationConfigs { edges { node { ... on AnnotationConfigBase { name } } } }
      annotationQueues { edges { node { name progress { total done } } } } } }`);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      getProjectByName: {
        spanAnnotationNames: ['correctness', 'helpfulness', 'tone'],
        traceAnnotationNames: ['user_feedback'],
        sessionAnnotationNames: ['outcome'],
        annotationQueues: { edges: [{ node: { progress: { total: 20, done: 6 } } }] },
      },
    });
  });

  it('creates a dashboard once, with charts that can be drawn', async () => {
    await rest.post('projects', { name: 'support-chat' }).catch(() => undefined);
    expect(await sendDashboard(rest)).toBe(true);
    expect(await sendDashboard(rest)).toBe(false);
    const { data } = await server.gql<{
      getProjectByName: { id: string; dashboards: { charts: object[] }[] };
    }>(`{ getProjectByName(name: "support-chat") { id dashboards { charts {
           entity kind aggregation measure annotation groupBy attribute groupLimit condition } } } }`);
    const { id, dashboards } = data!.getProjectByName;
    expect(dashboards).toHaveLength(1);
    for (const chart of dashboards[0]!.charts) {
      const { errors } = await server.gql(
        `query ($id: ID!, $chart: ChartInput!) { node(id: $id) { ... on Project {
           chartSeries(chart: $chart, timeRange: {start: "2024-01-01T00:00:00Z", end: "2024-01-02T00:00:00Z"}) {
             otherCount } } } }`,
        { id, chart },
      );
      expect(errors).toBeUndefined();
    }
  });

  it('reports errors from the server', async () => {
    await expect(rest.post('prompts', {})).rejects.toThrow(/^POST \/v1\/prompts: 422 /);
  });
});

describe('npm run demo', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['demo/main.ts', ...args]);

  it('runs from its source, so that it does not rebuild a server that runs', async () => {
    const { stdout, stderr } = await run('--help');
    expect(stdout).toMatch(/^Sends about 300 realistic traces/);
    expect(stderr).toBe('');
  });

  it('says how to start a server if there is none', async () => {
    await expect(run('--endpoint', 'http://127.0.0.1:1')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no Spandrel server at .*Start one with "npm start"/),
    });
  });
});

describe('the demo with authentication', () => {
  it('has two reviewers, if the key belongs to an administrator', async () => {
    const server = await startSecuredServer();
    try {
      const { key } = server.accounts.ADMIN;
      const traces = new TraceSender(server.url, key);
      const plans = stories(Date.now()).filter(({ project }) => project !== 'invoice-vision');
      const newest = [...new Map(plans.map((plan) => [plan.project, plan])).values()];
      const chat = plans.filter(({ project }) => project === 'support-chat').slice(-8);
      const sent = [];
      for (const plan of [...newest, ...chat]) sent.push(await traces.send(plan));
      await traces.close();
      const rest = new RestClient(server.url, key);
      await sendAnnotations(rest, sent, () => createReviewer(server.url, rest));
      const { annotationQueues } = (
        await rest.graphql<{ getProjectByName: { annotationQueues: object } }>(
          `{ getProjectByName(name: "support-chat") { annotationQueues { edges { node {
               progress { done reviewers { done user { username } } }
               agreement { itemCount reviewerCount } } } } } }`,
          {},
        )
      ).getProjectByName;
      const node = {
        progress: {
          done: 6,
          reviewers: expect.arrayContaining([
            { done: 6, user: { username: 'Demo reviewer' } },
            { done: 6, user: { username: server.accounts.ADMIN.username } },
          ]),
        },
        agreement: [
          { itemCount: 6, reviewerCount: 2 },
          { itemCount: 6, reviewerCount: 2 },
        ],
      };
      expect(annotationQueues).toEqual({ edges: [{ node }] });
      const member = new RestClient(server.url, server.accounts.MEMBER.key);
      expect(await createReviewer(server.url, member)).toBeNull();
      expect(await createReviewer(server.url, rest)).toBeNull();
    } finally {
      await server.stop();
    }
  });
});
