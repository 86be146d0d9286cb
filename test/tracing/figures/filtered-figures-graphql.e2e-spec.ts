import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { EXAMPLES, sendSpans } from '../conditions/condition-examples.js';
import { FIRST_TRACE, SPANS, type SentSpan } from '../conditions/condition-spans.js';

/** Of the whole traces, from the start of the earliest span to the end of the last. */
const TRACE_LATENCIES: Record<string, number> = {
  [FIRST_TRACE]: 2500,
  second: Date.parse('2024-06-10T12:00:02Z') - Date.parse('2024-05-31T23:00:00Z'),
  third: 0,
};

const FIGURES = [
  'recordCount',
  'traceCount',
  'tokenCountTotal',
  'tokenCountPrompt',
  'tokenCountCompletion',
  'latencyMsQuantile',
  'spanLatencyMsQuantile',
  'costSummary',
];

describe('figures of the spans that meet a condition', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await sendSpans(server, 'conditions');
    const { id } = await aProject(server, { name: 'foreign' });
    await aSpan(server, {
      project_id: id,
      name: 'foreign',
      kind: 'LLM',
      status_code: 'ERROR',
      prompt_tokens: 7,
    });
  });
  afterAll(() => server.stop());

  const ask = (condition: string | null, args = '', project = 'conditions') =>
    server.gql<{ project: Record<string, unknown> }>(
      `query ($condition: String, $project: String!) { project: getProjectByName(name: $project) {
         recordCount(filterCondition: $condition ${args})
         traceCount(filterCondition: $condition ${args})
         tokenCountTotal(filterCondition: $condition ${args})
         tokenCountPrompt(filterCondition: $condition ${args})
         tokenCountCompletion(filterCondition: $condition ${args})
         latencyMsQuantile(probability: 1, filterCondition: $condition ${args})
         spanLatencyMsQuantile(probability: 1, filterCondition: $condition ${args})
         costSummary(filterCondition: $condition ${args}) { total { tokens } } } }`,
      { condition, project },
    );
  async function read(condition: string | null, args = '', project = 'conditions') {
    const { data, errors } = await ask(condition, args, project);
    expect(errors).toBeUndefined();
    return data!.project;
  }

  it.each(EXAMPLES)('%s', async (condition, names) => {
    expect(await read(condition)).toEqual(
      figuresOf(SPANS.filter(({ name }) => names.includes(name))),
    );
  });

  it.each([null, '', ' '])('cover everything for the condition %j', async (condition) => {
    expect(await read(condition)).toEqual(figuresOf(SPANS));
  });

  it('cover only what began in the range', async () => {
    const june = ', timeRange: { start: "2024-06-01T00:00:00Z" }';
    expect(await read("name != ''", june)).toMatchObject({
      recordCount: 1,
      // The trace began before.
      traceCount: 0,
      latencyMsQuantile: null,
      spanLatencyMsQuantile: 2000,
    });
    const may = ', timeRange: { start: "2024-05-31T00:00:00Z", end: "2024-06-01T00:00:00Z" }';
    expect(await read("status_code == 'error'", may)).toMatchObject({
      recordCount: 0,
      // Its failed span began later.
      traceCount: 1,
      spanLatencyMsQuantile: null,
    });
  });

  it("never read another project's spans", async () => {
    expect(await read("name == 'foreign'")).toEqual(figuresOf([]));
    expect(await read("name == 'foreign'", '', 'foreign')).toMatchObject({
      recordCount: 1,
      traceCount: 1,
      tokenCountPrompt: 7,
    });
  });

  it('reads several projects and conditions with one query for each figure and condition', async () => {
    const fields = (condition: string) =>
      `recordCount(filterCondition: "${condition}") tokenCountTotal(filterCondition: "${condition}")`;
    const { result, statements } = await server.countQueries(() =>
      server.gql<{ projects: { edges: { node: object }[] } }>(
        `{ projects(first: 9) { edges { node { name ${fields('latency_ms > 1')} } } } }`,
      ),
    );
    expect(result.data!.projects.edges.map(({ node }) => node)).toEqual(
      expect.arrayContaining([
        { name: 'conditions', recordCount: 5, tokenCountTotal: 21_000 },
        expect.objectContaining({ name: 'foreign', recordCount: 1 }),
      ]),
    );
    expect(statements.filter((sql) => sql.includes('FROM spans s'))).toHaveLength(1);
  });

  it.each(FIGURES)('%s refuses what is not a condition', async (figure) => {
    const quantile = figure.endsWith('Quantile') ? 'probability: 0.5, ' : '';
    const fields = figure === 'costSummary' ? '{ total { tokens } }' : '';
    const { errors } = await server.gql(
      `{ getProjectByName(name: "conditions") {
         ${figure}(${quantile}filterCondition: "name ==") ${fields} } }`,
    );
    expect(errors).toHaveLength(1);
    expect(errors![0]!.extensions.code).toBe('BAD_REQUEST');
    expect(errors![0]!.message).toContain('at character 8');
  });
});

function figuresOf(spans: SentSpan[]) {
  const traces = [...new Set(spans.map(({ trace }) => trace ?? FIRST_TRACE))];
  const sum = (figure: string) =>
    spans
      .filter(({ kind }) => kind?.toUpperCase() === 'LLM')
      .map(({ attributes }) => Number(attributes?.[`llm.token_count.${figure}`] ?? 0))
      .reduce((total, tokens) => total + tokens, 0);
  const [prompt, completion] = [sum('prompt'), sum('completion')];
  return {
    recordCount: spans.length,
    traceCount: traces.length,
    tokenCountTotal: prompt + completion,
    tokenCountPrompt: prompt,
    tokenCountCompletion: completion,
    latencyMsQuantile: maxOf(traces.map((trace) => TRACE_LATENCIES[trace]!)),
    spanLatencyMsQuantile: maxOf(spans.map(({ latency }) => latency ?? 0)),
    costSummary: { total: { tokens: prompt + completion } },
  };
}

function maxOf(values: number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}
