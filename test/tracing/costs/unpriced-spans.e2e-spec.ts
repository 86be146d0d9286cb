import { eventuallyAfter, whenPriced } from '../../support/background-loops.js';
import { anExample } from '../../support/factories/dataset-example.js';
import { anExperiment, aRun } from '../../support/factories/experiment.js';
import { globalId } from '../../support/global-id.js';
import { newTraceId, sendTraces } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { waitForRollups } from '../figures/rolled-figures.js';
import { addModel, addTrace, callOf, read } from './acme-calls.js';

const COUNTS = 'costSummary { total { cost } spanCount unpricedSpanCount }';
const MODELS = 'unpricedModels { name provider spanCount tokenCountTotal }';
const RANGE = 'timeRange: { start: "2024-05-02T00:00:00Z", end: "2024-05-04T00:00:00Z" }';

/** Long over, so that it can be rolled up. */
const STARTED = new Date('2024-05-02T12:00:00Z');

const counts = (cost: number | null, spanCount: number, unpricedSpanCount: number) => ({
  total: { cost },
  spanCount,
  unpricedSpanCount,
});

const model = (name: string | null, spanCount: number, provider: string | null = null) => ({
  name,
  provider,
  spanCount,
  tokenCountTotal: 13 * spanCount,
});

describe('spans without a price', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await addModel(server, 'acme', '^acme-');
  });
  afterAll(() => server.stop());

  it('are counted beside each cost that lacks them, with their models', async () => {
    const first = await addTrace(server, 'counted', ['acme-1', 'new-1', 'new-1'], 'chat', STARTED);
    const second = newTraceId();
    const attributes = { ...callOf('new-2').attributes, 'llm.provider': 'acme' };
    await sendTraces(server.url, [
      {
        project: 'counted',
        traceId: second,
        name: 'request',
        startedAt: STARTED,
        attributes: { 'session.id': 'chat', 'user.id': 'ann' },
        children: [
          { name: 'call', kind: 'LLM', attributes },
          { name: 'no tokens', kind: 'LLM', attributes: { 'llm.model_name': 'new-2' } },
          { name: 'tool', kind: 'TOOL' },
        ],
      },
    ]);
    await whenPriced(server);
    const query = `{
      first: getTraceByOtelId(traceId: "${first}") { ${COUNTS} ${MODELS} }
      second: getTraceByOtelId(traceId: "${second}") { ${COUNTS} ${MODELS}
        spans(first: 10) { edges { node { name costSummary { spanCount unpricedSpanCount } } } } }
      session: getProjectSessionById(sessionId: "chat") { ${COUNTS} ${MODELS} }
      project: getProjectByName(name: "counted") { ${COUNTS} ${MODELS}
        some: costSummary(filterCondition: "name == 'call new-1'") { spanCount unpricedSpanCount }
        ofSome: unpricedModels(filterCondition: "name == 'call new-1'") { name }
        ofTraces: unpricedModels(traceFilterCondition: "total_cost > 1") { name }
        topModelsByTokenCount(${RANGE}) { name costSummary { spanCount unpricedSpanCount } }
        topUsers(${RANGE}) { userId ${COUNTS} } } }`;
    const expected = {
      first: { costSummary: counts(14, 3, 2), unpricedModels: [model('new-1', 2)] },
      second: {
        costSummary: counts(null, 1, 1),
        unpricedModels: [model('new-2', 1, 'acme')],
        spans: {
          edges: expect.arrayContaining([
            { node: { name: 'call', costSummary: { spanCount: 1, unpricedSpanCount: 1 } } },
            { node: { name: 'no tokens', costSummary: null } },
            { node: { name: 'tool', costSummary: null } },
          ]),
        },
      },
      session: {
        costSummary: counts(14, 4, 3),
        unpricedModels: [model('new-1', 2), model('new-2', 1, 'acme')],
      },
      project: {
        costSummary: counts(14, 4, 3),
        unpricedModels: [model('new-1', 2), model('new-2', 1, 'acme')],
        some: { spanCount: 2, unpricedSpanCount: 2 },
        ofSome: [{ name: 'new-1' }],
        ofTraces: [{ name: 'new-1' }],
        topModelsByTokenCount: [
          { name: 'acme', costSummary: { spanCount: 1, unpricedSpanCount: 0 } },
        ],
        topUsers: [{ userId: 'ann', costSummary: counts(null, 1, 1) }],
      },
    };
    expect(await read(server, query)).toEqual(expected);
    await waitForRollups(server);
    expect(await read(server, query)).toEqual(expected);
  });

  it('leave the counts when they get a price or are deleted', async () => {
    const calls = ['late-1', 'late-1', 'late-2'];
    const traceId = await addTrace(server, 'later', calls, undefined, STARTED);
    const project = `{ project: getProjectByName(name: "later") { id ${COUNTS} ${MODELS} } }`;
    const ask = async () => (await read<{ project: { id: string } }>(server, project)).project;
    const { id } = await ask();
    await addModel(server, 'late', '^late-1$');
    await read(
      server,
      `mutation { recalculateCosts(input: { projectId: "${id}", timeRange: {} }) { spanCount } }`,
    );
    await eventuallyAfter(server, ['recalculation'], 'the recalculation to finish', async () => {
      const left = 'SELECT FROM cost_recalculations WHERE finished_at IS NULL';
      return (await server.sql(left)).length === 0;
    });
    const priced = { id, costSummary: counts(28, 3, 1), unpricedModels: [model('late-2', 1)] };
    expect(await ask()).toEqual(priced);
    await waitForRollups(server);
    expect(await ask()).toEqual(priced);
    const [span] = await server.sql<{ id: string }>(
      `SELECT span_id AS id FROM spans WHERE trace_id = $1 AND model_name = 'late-2'`,
      [traceId],
    );
    await server.request.delete(`/v1/spans/${span!.id}`).expect(204);
    expect(await ask()).toEqual({ id, costSummary: counts(28, 2, 0), unpricedModels: [] });
  });

  it('are counted in charts of costs, and only in these', async () => {
    await addTrace(server, 'charted', ['acme-1', 'new-1', 'new-2'], 'charted', STARTED);
    const of = (entity: string, measure = 'COST') =>
      `chartSeries(${RANGE}, chart: { entity: ${entity}, kind: NUMBER, aggregation: SUM, measure: ${measure} })
         { pricedSpans { spanCount unpricedSpanCount } groups { value } }`;
    const { project } = await read<{ project: object }>(
      server,
      `{ project: getProjectByName(name: "charted") { spans: ${of('SPANS')} traces: ${of('TRACES')}
          sessions: ${of('SESSIONS')} tokens: ${of('SPANS', 'TOTAL_TOKENS')} } }`,
    );
    const pricedSpans = { spanCount: 3, unpricedSpanCount: 2 };
    const costs = { pricedSpans, groups: [{ value: 14 }] };
    expect(project).toEqual({
      spans: costs,
      traces: costs,
      sessions: costs,
      tokens: { pricedSpans: null, groups: [{ value: 39 }] },
    });
  });

  it('are counted for each span with everything below it', async () => {
    const traceId = newTraceId();
    const unpriced = { ...callOf('new-2').attributes, 'llm.provider': 'acme' };
    await sendTraces(server.url, [
      {
        project: 'nested',
        traceId,
        name: 'request',
        children: [
          {
            ...callOf('acme-1'),
            children: [{ name: 'agent', kind: 'AGENT', children: [callOf('acme-2')] }],
          },
          {
            name: 'step',
            children: [callOf('new-1'), { name: 'again', kind: 'LLM', attributes: unpriced }],
          },
          { name: 'tool', kind: 'TOOL', children: [{ name: 'no tokens', kind: 'LLM' }] },
        ],
      },
    ]);
    await whenPriced(server);
    const ask = async (first: number) => {
      const { result, statements } = await server.countQueries(() =>
        read<{ trace: { spans: { edges: { node: { name: string } }[] } } }>(
          server,
          `{ trace: getTraceByOtelId(traceId: "${traceId}") { spans(first: ${first}) { edges { node {
              name cumulative${COUNTS.replace('c', 'C')} cumulative${MODELS.replace('u', 'U')} } } } } }`,
        ),
      );
      return { nodes: result.trace.spans.edges.map(({ node }) => node), statements };
    };
    const { nodes, statements } = await ask(20);
    const found = Object.fromEntries(nodes.map(({ name, ...rest }) => [name, rest]));
    const below = (cost: number | null, spanCount: number, models: object[]) => ({
      cumulativeCostSummary: counts(cost, spanCount, models.length),
      cumulativeUnpricedModels: models,
    });
    const both = [model('new-1', 1), model('new-2', 1, 'acme')];
    expect(found).toEqual({
      request: below(28, 4, both),
      'acme-1': below(28, 2, []),
      agent: below(14, 1, []),
      'acme-2': below(14, 1, []),
      step: below(null, 2, both),
      'new-1': below(null, 1, [model('new-1', 1)]),
      again: below(null, 1, [model('new-2', 1, 'acme')]),
      tool: below(null, 0, []),
      'no tokens': below(null, 0, []),
    });
    expect(statements).toHaveLength((await ask(1)).statements.length);
  });

  it('are counted for experiments by the traces of their runs', async () => {
    const traceId = await addTrace(server, 'tried', ['acme-1', 'new-1']);
    const example = await anExample(server);
    const experiment = await anExperiment(server, { dataset_id: example.dataset_id });
    await aRun(server, {
      experiment_id: experiment.id,
      example_id: example.id,
      trace_id: traceId,
    });
    const id = globalId('Experiment', experiment.id);
    const { node } = await read<{ node: object }>(
      server,
      `{ node(id: "${id}") { ... on Experiment { ${COUNTS} ${MODELS}
          runs(first: 1) { edges { node { ${COUNTS} } } } } } }`,
    );
    expect(node).toEqual({
      costSummary: counts(14, 2, 1),
      unpricedModels: [model('new-1', 1)],
      runs: { edges: [{ node: { costSummary: counts(14, 2, 1) } }] },
    });
  });
});
