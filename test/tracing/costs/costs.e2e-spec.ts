import { whenPriced } from '../../support/background-loops.js';
import { eventually } from '../../support/eventually.js';
import { sendTraces } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import {
  addModel,
  addTrace,
  type Amount,
  type Costs,
  DETAILS,
  entries,
  FIELDS,
  PRICED,
  read,
} from './acme-calls.js';

type TraceCosts = Costs & { spans: { edges: { node: Costs & { name: string } }[] } };

describe('cost', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await addModel(server, 'acme', '^acme-');
  });
  afterAll(() => server.stop());

  it('appears on spans, traces, sessions and projects', async () => {
    const traceId = await addTrace(server, 'priced', ['acme-1', 'acme-2', 'unknown'], 'talk');
    const { trace, session, project } = await read<{
      trace: TraceCosts;
      session: Costs;
      project: Costs & Record<'llm' | 'none', { total: Amount }>;
    }>(
      server,
      `{
      trace: getTraceByOtelId(traceId: "${traceId}") {
        ${FIELDS} spans(first: 10) { edges { node { name ${FIELDS} } } } }
      session: getProjectSessionById(sessionId: "talk") { ${FIELDS} }
      project: getProjectByName(name: "priced") {
        ${FIELDS} llm: costSummary(filterCondition: "name == 'call acme-1'") { total { tokens cost } }
        none: costSummary(timeRange: { end: "2001-01-01T00:00:00Z" }) { total { tokens cost } } }
    }`,
    );
    const spans = new Map(trace.spans.edges.map(({ node }) => [node.name, node]));
    expect(spans.get('call acme-1')).toMatchObject({
      costSummary: PRICED,
      costDetailSummaryEntries: entries(1),
    });
    expect(spans.get('request')).toMatchObject({
      costSummary: null,
      costDetailSummaryEntries: [],
    });
    expect(spans.get('call unknown')?.costSummary?.total).toEqual({ tokens: 13, cost: null });
    const all = {
      prompt: { tokens: 30, cost: 16 },
      completion: { tokens: 9, cost: 12 },
      total: { tokens: 39, cost: 28 },
    };
    for (const sums of [trace, session, project]) expect(sums.costSummary).toEqual(all);
    const details = [
      { tokenType: 'input', isPrompt: true, value: { tokens: 18, cost: 12 } },
      { tokenType: 'cache_read', isPrompt: true, value: { tokens: 12, cost: 4 } },
      { tokenType: 'output', isPrompt: false, value: { tokens: 9, cost: 12 } },
    ];
    for (const sums of [trace, session, project]) {
      expect(sums.costDetailSummaryEntries).toEqual(details);
    }
    expect(project.llm.total).toEqual({ tokens: 13, cost: 14 });
    expect(project.none.total).toEqual({ tokens: 0, cost: null });
  });

  it('is the same after a span is priced again', async () => {
    const traceId = await addTrace(server, 'again', ['acme-1']);
    const readTrace = () =>
      server.sql('SELECT prompt_cost, completion_cost FROM traces WHERE trace_id = $1', [traceId]);
    expect(await readTrace()).toEqual([{ prompt_cost: 8, completion_cost: 6 }]);
    await server.sql(
      `INSERT INTO unpriced_spans (span_ids) SELECT array_agg(id) FROM spans WHERE trace_id = $1`,
      [traceId],
    );
    await whenPriced(server);
    expect(await readTrace()).toEqual([{ prompt_cost: 8, completion_cost: 6 }]);
    const details = await server.sql('SELECT FROM span_cost_details WHERE trace_id = $1', [
      traceId,
    ]);
    expect(details).toHaveLength(3);
  });

  it('leaves its trace with a deleted span, and goes with a deleted trace', async () => {
    const traceId = await addTrace(server, 'deleted', ['acme-1', 'acme-2']);
    const [span] = await server.sql<{ span_id: string }>(
      `SELECT span_id FROM spans WHERE trace_id = $1 AND name = 'call acme-1'`,
      [traceId],
    );
    await server.request.delete(`/v1/spans/${span!.span_id}`).expect(204);
    const { trace } = await read<{ trace: Costs }>(
      server,
      `{ trace: getTraceByOtelId(traceId: "${traceId}") { ${FIELDS} } }`,
    );
    expect(trace).toEqual({ costSummary: PRICED, costDetailSummaryEntries: entries(1) });
    await server.request.delete(`/v1/traces/${traceId}`).expect(204);
    for (const table of ['span_costs', 'span_cost_details']) {
      expect(await server.sql(`SELECT FROM ${table} WHERE trace_id = $1`, [traceId])).toEqual([]);
    }
  });

  it('skips spans that were deleted before they were priced', async () => {
    await server.sql(`INSERT INTO unpriced_spans (span_ids) VALUES ('{999999999}')`);
    await whenPriced(server);
    expect(await server.sql('SELECT FROM unpriced_spans')).toEqual([]);
  });

  describe('that cannot be calculated', () => {
    /** Spans of a model that PostgreSQL refuses to store costs of. */
    const refuse = (isRefused: boolean) =>
      server.sql(
        isRefused
          ? `ALTER TABLE span_costs ADD CONSTRAINT refused CHECK (prompt_tokens <> 666) NOT VALID`
          : 'ALTER TABLE span_costs DROP CONSTRAINT refused',
      );
    const send = (model: string, prompt: number) =>
      sendTraces(server.url, [
        {
          project: 'failing',
          name: model,
          kind: 'LLM',
          attributes: { 'llm.model_name': model, 'llm.token_count.prompt': prompt },
        },
      ]);
    const readWaiting = () =>
      server.sql<{ attempts: number; count: number; wait: number }>(
        `SELECT attempts, cardinality(span_ids) AS count,
                extract(epoch FROM retry_at - now())::float8 AS wait FROM unpriced_spans ORDER BY id`,
      );
    const readPriced = async () => {
      const rows = await server.sql<{ prompt_tokens: number }>(
        `SELECT c.prompt_tokens FROM span_costs c JOIN spans s USING (trace_id, span_id)
           JOIN projects p ON p.id = s.project_id WHERE p.name = 'failing' ORDER BY 1`,
      );
      return rows.map((row) => row.prompt_tokens);
    };
    const retryNow = () => server.sql('UPDATE unpriced_spans SET retry_at = now()');

    it('waits longer each time, and delays no other spans', async () => {
      await refuse(true);
      try {
        await send('acme-1', 666);
        await send('acme-1', 7);
        await eventually('the spans to be refused', async () =>
          (await readWaiting()).some(({ attempts }) => attempts === 1),
        );
        await send('acme-1', 8);
        await eventually('other spans to be priced', async () => (await readPriced()).includes(8));
        const all = await server.sql<{ id: number }>(
          `SELECT s.id FROM spans s JOIN projects p ON p.id = s.project_id
            WHERE p.name = 'failing' AND (attributes ->> 'llm.token_count.prompt')::int <> 8`,
        );
        await server.sql('DELETE FROM unpriced_spans');
        await server.sql(
          `INSERT INTO unpriced_spans (span_ids, attempts, retry_at) VALUES ($1, 1, now())`,
          [all.map(({ id }) => id)],
        );
        await eventually('the spans to be split', async () => (await readWaiting()).length === 2);
        expect((await readWaiting()).map(({ count }) => count)).toEqual([1, 1]);
        // Halves wait no longer than before, so that good spans need not wait for the bad one.
        expect((await readWaiting()).every(({ wait }) => wait > 2 && wait <= 5)).toBe(true);
        await retryNow();
        await eventually('the good half to be priced', async () =>
          (await readPriced()).includes(7),
        );
        for (const attempts of [2, 3]) {
          await eventually('the other half to wait', async () => {
            const [bad, ...others] = await readWaiting();
            return others.length === 0 && bad!.attempts === attempts;
          });
          const [bad] = await readWaiting();
          expect(bad!.wait).toBeGreaterThan(5 * 2 ** (attempts - 2));
          expect(bad!.wait).toBeLessThanOrEqual(5 * 2 ** (attempts - 1));
          await retryNow();
        }
      } finally {
        await refuse(false);
      }
      await retryNow();
      await whenPriced(server);
      expect(await readPriced()).toEqual([7, 8, 666]);
    });
  });

  it('notes when a model was last used', async () => {
    await addTrace(server, 'used', ['acme-9']);
    const [model] = await server.sql<{ last_used_at: string | null }>(
      `SELECT last_used_at FROM generative_models WHERE name = 'acme'`,
    );
    expect(model!.last_used_at).not.toBeNull();
  });

  it('reads the costs of a page of spans with as many queries as that of one', async () => {
    const traceId = await addTrace(
      server,
      'many',
      Array.from({ length: 30 }, (_, at) => `acme-${at}`),
    );
    const count = async (first: number) => {
      const { statements } = await server.countQueries(() =>
        read(
          server,
          `{ getTraceByOtelId(traceId: "${traceId}") { spans(first: ${first}) { edges { node { ${FIELDS} cumulative${DETAILS[0]!.toUpperCase()}${DETAILS.slice(1)} } } } } }`,
        ),
      );
      return statements.length;
    };
    expect(await count(30)).toBe(await count(1));
  });
});
