import { eventuallyAfter, whenPriced } from '../../support/background-loops.js';
import { sendTraces, type SpanToSend } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { read } from './acme-calls.js';

type Attributes = NonNullable<SpanToSend['attributes']>;

/** Attributes of a call, with its counts by their names below `llm.token_count`. */
const call = (model: string, counts: Record<string, number | boolean>): Attributes => ({
  ...(model && { 'llm.model_name': model }),
  ...Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [`llm.token_count.${name}`, count]),
  ),
});

interface ReadSpan {
  name: string;
  modelName: string | null;
  tokenCountPrompt: number | null;
  tokenCountCompletion: number | null;
  tokenCountTotal: number | null;
  costSource: string | null;
  costSummary: { total: { cost: number | null } } | null;
  costDetailSummaryEntries: { tokenType: string; value: { tokens: number } }[];
}

describe('the usage that a call reports', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  /** Sends one span in a project of its own. */
  async function send(project: string, attributes: Attributes, kind = 'LLM') {
    await sendTraces(server.url, [{ project, name: project, kind, attributes }]);
    await whenPriced(server);
    return readProject(project);
  }

  async function readProject(project: string) {
    const { found } = await read<{
      found: {
        id: string;
        tokenCountTotal: number;
        costSummary: { total: { cost: number | null } };
        spans: { edges: { node: ReadSpan }[] };
      };
    }>(
      server,
      `{ found: getProjectByName(name: "${project}") { id tokenCountTotal
           costSummary { total { cost } spanCount unpricedSpanCount }
           spans(first: 10) { edges { node { name modelName tokenCountPrompt tokenCountCompletion
             tokenCountTotal costSource costSummary { total { cost } }
             costDetailSummaryEntries { tokenType value { tokens } } } } } } }`,
    );
    const { spans, ...sums } = found;
    const { costSummary, ...span } = spans.edges.at(-1)!.node;
    return { ...sums, span: { ...span, cost: costSummary?.total.cost ?? null } };
  }

  it('is unknown if it reports none', async () => {
    expect(await send('no usage', call('gpt-4o-mini', {}))).toMatchObject({
      costSummary: { total: { cost: null }, spanCount: 0, unpricedSpanCount: 0 },
      span: { tokenCountTotal: null, tokenCountPrompt: null, cost: null, costSource: null },
    });
    expect(
      await server.sql(
        `SELECT FROM span_costs c JOIN spans s USING (span_id) WHERE name = 'no usage'`,
      ),
    ).toEqual([]);
  });

  it('gives the usage of embeddings a cost', async () => {
    const embedding = {
      'embedding.model_name': 'text-embedding-3-small',
      'llm.token_count.prompt': 1_000_000,
    };
    expect(await send('embedding', embedding, 'EMBEDDING')).toMatchObject({
      tokenCountTotal: 1_000_000,
      costSummary: { total: { cost: 0.02 } },
      span: {
        modelName: 'text-embedding-3-small',
        tokenCountTotal: 1_000_000,
        cost: 0.02,
        costSource: 'PRICES',
      },
    });
  });

  it.each<[string, Attributes, number, number, number]>([
    ['total', call('gpt-4o', { prompt: 10, completion: 20, total: 530 }), 10, 520, 0.005225],
    // 56 at the price of input, 64 at that of cache reads.
    [
      'numbers',
      call('claude-sonnet-4-5', { prompt: 56, completion: 0, 'prompt_details.cache_read': 64 }),
      120,
      0,
      (56 * 3 + 64 * 0.3) / 1e6,
    ],
    [
      'reasoning',
      call('sonar-deep-research', {
        prompt: 1000,
        completion: 100,
        'completion_details.reasoning': 90,
      }),
      1000,
      100,
      0.00235,
    ],
  ])('counts as its %s says', async (project, attributes, prompt, completion, cost) => {
    const { span } = await send(project, attributes);
    expect(span).toMatchObject({ tokenCountPrompt: prompt, tokenCountCompletion: completion });
    expect(span.cost).toBeCloseTo(cost, 9);
  });

  it.each<[string, string, Attributes]>([
    ['deployment', 'my-deployment', { 'llm.response.model_name': 'gpt-4o-2024-08-06' }],
    ['answered', 'gpt-4o-2024-08-06', { 'llm.response.model_name': 'gpt-4o-2024-08-06' }],
  ])('is priced by the model that answered: %s', async (project, shown, names) => {
    const asked = shown === 'my-deployment' ? shown : '';
    const counts = call(asked, { prompt: 1000, completion: 100 });
    const { span } = await send(project, { ...counts, ...names });
    expect(span).toMatchObject({ modelName: shown, cost: 0.0035 });
  });

  const stated = { 'llm.cost.prompt': 7, 'llm.cost.completion': 0.77, 'llm.cost.total': 7.77 };

  it('has the cost that is stated if no model has a price', async () => {
    const counts = call('in-house', { prompt: 1000, completion: 100 });
    expect(await send('stated', { ...counts, ...stated })).toMatchObject({
      costSummary: { total: { cost: 7.77 }, spanCount: 1, unpricedSpanCount: 0 },
      span: { cost: 7.77, costSource: 'SENDER' },
    });
    expect(await send('stated alone', { 'llm.cost.total': 0.5 })).toMatchObject({
      costSummary: { total: { cost: 0.5 } },
      span: { tokenCountTotal: null, cost: 0.5, costSource: 'SENDER' },
    });
  });

  it.each([-1, 1e7, Number.NaN])('ignores a stated cost of %p', async (cost) => {
    const counts = call('in-house', { prompt: 1000, completion: 100 });
    expect(await send(`absurd ${cost}`, { ...counts, 'llm.cost.total': cost })).toMatchObject({
      costSummary: { total: { cost: null }, unpricedSpanCount: 1 },
      span: { cost: null, costSource: null },
    });
  });

  it('has the stated cost before any price if the project prefers it, also once recalculated', async () => {
    const counts = call('gpt-4o', { prompt: 1000, completion: 100 });
    const before = await send('preferred', { ...counts, ...stated });
    expect(before.span).toMatchObject({ cost: 0.0035, costSource: 'PRICES' });
    for (const prefers of [true, false]) {
      const { change } = await read<{ change: { project: { prefersSentCosts: boolean } } }>(
        server,
        `mutation { change: patchProject(input: { id: "${before.id}", prefersSentCosts: ${prefers} })
           { project { prefersSentCosts } } }`,
      );
      expect(change.project.prefersSentCosts).toBe(prefers);
      await recalculate(before.id);
      const { span } = await readProject('preferred');
      expect(span).toMatchObject(
        prefers ? { cost: 7.77, costSource: 'SENDER' } : { cost: 0.0035, costSource: 'PRICES' },
      );
    }
    const { body } = await server.request
      .put('/v1/projects/preferred')
      .send({ prefers_sent_costs: true })
      .expect(200);
    expect(body.data).toMatchObject({ name: 'preferred', prefers_sent_costs: true });
    expect((await send('preferred', { ...counts, ...stated })).span.costSource).toBe('SENDER');
    await server.request
      .put('/v1/projects/preferred')
      .send({ prefers_sent_costs: 'yes' })
      .expect(422);
  });

  it('settles the usage of spans of earlier versions by a recalculation', async () => {
    const { id } = await send(
      'old embedding',
      {
        'embedding.model_name': 'text-embedding-3-small',
        'llm.token_count.prompt': 500_000,
      },
      'EMBEDDING',
    );
    await server.sql(
      `WITH s AS (UPDATE spans SET prompt_tokens = NULL, completion_tokens = NULL
                   WHERE name = 'old embedding' RETURNING trace_id),
            c AS (DELETE FROM span_costs USING s WHERE span_costs.trace_id = s.trace_id)
       UPDATE traces t SET prompt_tokens = 0, prompt_cost = NULL, completion_cost = NULL,
                           token_span_count = NULL, unpriced_span_count = NULL
         FROM s WHERE t.trace_id = s.trace_id`,
    );
    await recalculate(id);
    expect(await readProject('old embedding')).toMatchObject({
      tokenCountTotal: 500_000,
      span: { tokenCountTotal: 500_000, cost: 0.01 },
    });
  });

  async function recalculate(projectId: string): Promise<void> {
    await read(
      server,
      `mutation { recalculateCosts(input: { projectId: "${projectId}", timeRange: {} }) { spanCount } }`,
    );
    await eventuallyAfter(server, ['recalculation'], 'the recalculation to finish', async () => {
      const left = 'SELECT FROM cost_recalculations WHERE finished_at IS NULL';
      return (await server.sql(left)).length === 0;
    });
  }

  describe('the time to its first token', () => {
    it('is shown, sorted, filtered and charted', async () => {
      const started = new Date('2024-05-02T12:00:00Z');
      await sendTraces(
        server.url,
        [300, 100, undefined, 200].map((ms) => ({
          project: 'first token',
          name: String(ms),
          kind: 'LLM',
          startedAt: started,
          ...(ms !== undefined && { attributes: { 'llm.time_to_first_token_ms': ms } }),
        })),
      );
      await whenPriced(server);
      const list = async (args: string) => {
        const { found } = await read<{
          found: {
            spans: { edges: { node: { name: string; timeToFirstTokenMs: number | null } }[] };
          };
        }>(
          server,
          `{ found: getProjectByName(name: "first token") { spans(first: 10, ${args}) {
               edges { node { name timeToFirstTokenMs } } } } }`,
        );
        for (const { node } of found.spans.edges) {
          expect(node.timeToFirstTokenMs).toBe(
            node.name === 'undefined' ? null : Number(node.name),
          );
        }
        return found.spans.edges.map(({ node }) => node.name);
      };
      const by = (dir: string) => list(`sort: { col: timeToFirstTokenMs, dir: ${dir} }`);
      expect(await by('desc')).toEqual(['300', '200', '100']);
      expect(await by('asc')).toEqual(['100', '200', '300']);
      expect(
        await list(
          'filterCondition: "time_to_first_token_ms > 150", sort: { col: timeToFirstTokenMs, dir: asc }',
        ),
      ).toEqual(['200', '300']);
      expect(await list('filterCondition: "time_to_first_token_ms is None"')).toEqual([
        'undefined',
      ]);
      const chart = (entity: string) =>
        server.gql<{ found: { chartSeries: { groups: { value: number }[] } } }>(
          `{ found: getProjectByName(name: "first token") { chartSeries(
               chart: { entity: ${entity}, kind: NUMBER, aggregation: P50, measure: TIME_TO_FIRST_TOKEN_MS, groupLimit: 5 },
               timeRange: { start: "2024-05-02T00:00:00Z", end: "2024-05-03T00:00:00Z" }) { groups { value } } } }`,
        );
      const charted = await chart('SPANS');
      expect(charted.errors).toBeUndefined();
      expect(charted.data!.found.chartSeries.groups).toEqual([{ value: 200 }]);
      expect((await chart('TRACES')).errors?.[0]?.message).toBe(
        'TRACES do not have the measure TIME_TO_FIRST_TOKEN_MS. Choose one of LATENCY_MS, PROMPT_TOKENS, COMPLETION_TOKENS, TOTAL_TOKENS, COST.',
      );
    });

    it('is paged through', async () => {
      const names: string[] = [];
      let after = 'null';
      for (let page = 0; page < 3; page++) {
        const { found } = await read<{
          found: { spans: { edges: { cursor: string; node: { name: string } }[] } };
        }>(
          server,
          `{ found: getProjectByName(name: "first token") { spans(first: 1, after: ${after},
               sort: { col: timeToFirstTokenMs, dir: desc }) { edges { cursor node { name } } } } }`,
        );
        const [edge] = found.spans.edges;
        names.push(edge!.node.name);
        after = `"${edge!.cursor}"`;
      }
      expect(names).toEqual(['300', '200', '100']);
    });
  });
});
