import { whenPriced } from '../../support/background-loops.js';
import { anExample } from '../../support/factories/dataset-example.js';
import { anExperiment, aRun } from '../../support/factories/experiment.js';
import { globalId } from '../../support/global-id.js';
import { newTraceId, sendTraces } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { addModel, addTrace, callOf, type Costs, DETAILS, entries, read } from './acme-calls.js';

describe('the cost', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await addModel(server, 'acme', '^acme-');
  });
  afterAll(() => server.stop());

  it('limits the cost of a project by type to range and conditions', async () => {
    await addTrace(server, 'by type', ['acme-1', 'acme-2']);
    const { project } = await read<{
      project: Record<string, Costs['costDetailSummaryEntries']>;
    }>(
      server,
      `{
      project: getProjectByName(name: "by type") {
        one: ${DETAILS.replace('{', '(filterCondition: "name == \'call acme-1\'") {')}
        traces: ${DETAILS.replace('{', '(traceFilterCondition: "total_cost > 1") {')}
        none: ${DETAILS.replace('{', '(timeRange: { end: "2001-01-01T00:00:00Z" }) {')} } }`,
    );
    expect(project).toEqual({ one: entries(1), traces: entries(2), none: [] });
  });

  it('adds up everything below a span', async () => {
    const traceId = newTraceId();
    await sendTraces(server.url, [
      {
        traceId,
        name: 'request',
        children: [
          {
            ...callOf('acme-1'),
            children: [{ name: 'tool', kind: 'TOOL', children: [callOf('acme-2')] }],
          },
          { name: 'step', children: [callOf('unknown')] },
        ],
      },
    ]);
    await whenPriced(server);
    const { trace } = await read<{
      trace: { spans: { edges: { node: { name: string; below: unknown } }[] } };
    }>(
      server,
      `{ trace: getTraceByOtelId(traceId: "${traceId}") { spans(first: 10) { edges { node { name
          below: ${DETAILS.replace('costDetail', 'cumulativeCostDetail')} } } } } }`,
    );
    const below = Object.fromEntries(
      trace.spans.edges.map(({ node }) => [node.name, node.below] as const),
    );
    const unpriced = entries(1).map((entry) => ({
      ...entry,
      value: { ...entry.value, cost: null },
    }));
    const all = entries(2).map(({ value, ...entry }) => ({
      ...entry,
      value: { ...value, tokens: (value.tokens * 3) / 2 },
    }));
    expect(below).toEqual({
      request: all,
      'acme-1': entries(2),
      tool: entries(1),
      'acme-2': entries(1),
      step: unpriced,
      unknown: unpriced,
    });
  });

  it('adds up the spans that a model priced', async () => {
    const model = await addModel(server, 'other', '^other$');
    await addTrace(server, 'models 1', ['other', 'acme-1']);
    await addTrace(server, 'models 2', ['other']);
    const projects = await server.sql<{ id: number }>(
      `SELECT id FROM projects WHERE name LIKE 'models %' ORDER BY name`,
    );
    const one = `projectId: "${globalId('Project', projects[0]!.id)}"`;
    const past = 'timeRange: { end: "2001-01-01T00:00:00Z" }';
    const fields = (name: string, args: string) =>
      `${name}: costSummary${args} { total { tokens cost } }
       ${name}Types: ${DETAILS.replace(' {', `${args} {`)}`;
    const id = globalId('GenerativeModel', model);
    const { node } = await read<{ node: unknown }>(
      server,
      `{ node(id: "${id}") { ... on GenerativeModel { lastUsedAt ${fields('all', '')}
         ${fields('one', `(${one})`)} ${fields('past', `(${one}, ${past})`)} } } }`,
    );
    expect(node).toEqual({
      lastUsedAt: expect.any(String) as string,
      all: { total: { tokens: 26, cost: 28 } },
      allTypes: entries(2),
      one: { total: { tokens: 13, cost: 14 } },
      oneTypes: entries(1),
      past: { total: { tokens: 0, cost: null } },
      pastTypes: [],
    });
    const count = async (first: number) => {
      const { statements } = await server.countQueries(() =>
        read(
          server,
          `{ generativeModels(first: ${first}) { edges { node { ${fields('all', '')} } } } }`,
        ),
      );
      return statements;
    };
    expect(await count(20)).toHaveLength((await count(1)).length);
    for (const wrong of [globalId('Span', 1), 'nonsense', '']) {
      const { errors } = await server.gql(
        `{ node(id: "${id}") { ... on GenerativeModel {
           costSummary(projectId: "${wrong}") { total { cost } } } } }`,
      );
      expect(errors).toHaveLength(1);
    }
  });

  it("adds up the traces of an experiment's runs", async () => {
    const example = await anExample(server);
    const experiment = await anExperiment(server, { dataset_id: example.dataset_id });
    for (const repetition of [1, 2]) {
      await aRun(server, {
        experiment_id: experiment.id,
        example_id: example.id,
        repetition_number: repetition,
        trace_id: await addTrace(server, 'runs', ['acme-1']),
      });
    }
    const id = globalId('Experiment', experiment.id);
    const { statements, result } = await server.countQueries(() =>
      read<{ node: { runs: { edges: { node: unknown }[] } }; compare: unknown }>(
        server,
        `{ node(id: "${id}") { ... on Experiment { ${DETAILS} runs { edges { node { ${DETAILS} } } } } }
           compare: compareExperiments(baseExperimentId: "${id}", compareExperimentIds: []) {
             edges { node { repeatedRunGroups { ${DETAILS} } } } } }`,
      ),
    );
    const both = { costDetailSummaryEntries: entries(2) };
    const run = { node: { costDetailSummaryEntries: entries(1) } };
    expect(result).toEqual({
      node: { ...both, runs: { edges: [run, run] } },
      compare: { edges: [{ node: { repeatedRunGroups: [both] } }] },
    });
    const details = statements.filter((sql) => sql.includes('span_cost_details'));
    expect(details).toHaveLength(3);
  });
});
