import { cookieOf, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { eventuallyAfter } from '../../support/background-loops.js';
import { aProject } from '../../support/factories/project.js';
import { markUnindexed } from '../../support/factories/unindexed.js';
import { globalId } from '../../support/global-id.js';

const LOOPS = ['costs', 'recalculation'] as const;

interface Recalculation {
  id: string;
  status: string;
  spanCount: number;
  pricedSpanCount: number;
  skippedSpanCount: number;
  errorMessage: string | null;
  startTime: string | null;
  endTime: string | null;
  finishedAt: string | null;
  project: { name: string };
}

interface Answer {
  recalculateCosts: { spanCount: number; recalculation: Recalculation };
  cancelCostRecalculation: { recalculation: Recalculation };
  costRecalculations: Recalculation[];
  node: Recalculation;
}

const FIELDS =
  'id status spanCount pricedSpanCount skippedSpanCount errorMessage startTime endTime finishedAt project { name }';

/** More than are priced at a time. */
const SPANS = 1_200;

describe('recalculating costs', () => {
  let server: SecuredServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startSecuredServer();
    await server.sql(
      `WITH m AS (INSERT INTO generative_models (name, name_pattern, kind)
                  VALUES ('acme', '^acme$', 'CUSTOM') RETURNING id)
       INSERT INTO token_prices (model_id, is_prompt, token_type, cost_per_million)
       SELECT id, p.* FROM m, (VALUES (true, 'input', 1000000), (false, 'output', 2000000)) AS p`,
    );
    ({ id: projectId } = await aProject(server, { name: 'recalculated' }));
    // One trace a minute; some begin at the same time.
    await server.sql(
      `WITH new AS (
         INSERT INTO traces (trace_id, project_id, start_time, end_time, span_count)
         SELECT 'r-' || n, $1, at, at, 1
           FROM generate_series(1, $2) AS n,
                LATERAL (SELECT '2026-03-01T00:00:00Z'::timestamptz + interval '1 min' * (n / 3)) AS t (at)
         RETURNING trace_id, project_id, start_time)
       INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                          start_time, end_time, model_name, prompt_tokens, completion_tokens, attributes)
       SELECT trace_id, trace_id, project_id, 'call', 'LLM', 'OK', '', start_time, start_time, 'acme',
              1, 1, '{"llm.token_count.prompt": 1, "llm.token_count.completion": 1}'
         FROM new`,
      [projectId, SPANS],
    );
    await markUnindexed(server);
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM cost_recalculations'));

  const ask = async (
    document: string,
    variables = {},
    as: 'MEMBER' | 'VIEWER' = 'MEMBER',
  ): Promise<{ data: Answer | null | undefined; code: unknown; message: string | undefined }> => {
    const account = cookieOf(server.accounts[as]);
    const { data, errors } = await server.gqlAs<Answer>(account, document, variables);
    return { data, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
  };
  const start = (timeRange = {}, project = globalId('Project', projectId)) =>
    ask(
      `mutation ($input: RecalculateCostsInput!) {
         recalculateCosts(input: $input) { spanCount recalculation { ${FIELDS} } } }`,
      { input: { projectId: project, timeRange } },
    );
  const cancel = (id: string) =>
    ask(
      `mutation ($input: CancelCostRecalculationInput!) {
         cancelCostRecalculation(input: $input) { recalculation { ${FIELDS} } } }`,
      { input: { id } },
    );
  const list = async () => {
    const { data } = await ask(`{ costRecalculations { ${FIELDS} } }`, {}, 'VIEWER');
    return data!.costRecalculations;
  };
  const untilFinished = () =>
    eventuallyAfter(
      server,
      LOOPS,
      'the recalculation to finish',
      async () => (await list())[0]!.finishedAt !== null,
    );
  const sumCosts = async () => {
    const [row] = await server.sql<{ sum: number | null; count: number }>(
      `SELECT sum(prompt_cost + completion_cost) AS sum, count(prompt_cost)::int AS count
         FROM traces WHERE project_id = $1`,
      [projectId],
    );
    return row!;
  };
  const setPrices = (cost: number) =>
    server.sql(
      `UPDATE token_prices SET cost_per_million = $1 * 1000000
        WHERE model_id = (SELECT id FROM generative_models WHERE name = 'acme')`,
      [cost],
    );

  it('prices every span of the range once, in several batches, and shows its progress', async () => {
    await setPrices(1);
    const { data } = await start();
    expect(data!.recalculateCosts).toMatchObject({
      spanCount: SPANS,
      recalculation: { status: 'RUNNING', pricedSpanCount: 0, project: { name: 'recalculated' } },
    });
    await untilFinished();
    const [done] = await list();
    expect(done).toMatchObject({ status: 'COMPLETED', spanCount: SPANS, pricedSpanCount: SPANS });
    expect(await sumCosts()).toEqual({ sum: SPANS * 2, count: SPANS });
    const { data: found } = await ask(
      `{ node(id: "${done!.id}") { ... on CostRecalculation { ${FIELDS} } } }`,
      {},
      'VIEWER',
    );
    expect(found!.node).toEqual(done);
  });

  it('leaves spans outside the range as they are', async () => {
    await setPrices(1);
    await start();
    await untilFinished();
    await setPrices(3);
    const range = { start: '2026-03-01T01:00:00Z', end: '2026-03-01T03:00:00Z' };
    const { data } = await start(range);
    expect(data!.recalculateCosts.spanCount).toBe(360);
    await untilFinished();
    const [done] = await list();
    expect(done).toMatchObject({ status: 'COMPLETED', pricedSpanCount: 360 });
    expect([done!.startTime, done!.endTime].map((time) => Date.parse(time!))).toEqual(
      [range.start, range.end].map((time) => Date.parse(time)),
    );
    expect((await sumCosts()).sum).toBe(SPANS * 2 + 360 * 4);
  });

  it('finishes at once without spans', async () => {
    const { data } = await start({ end: '2001-01-01T00:00:00Z' });
    expect(data!.recalculateCosts).toMatchObject({
      spanCount: 0,
      recalculation: { status: 'COMPLETED' },
    });
  });

  it('does not delay new spans, and can run only once for a project', async () => {
    // Spans that cannot be priced again keep the recalculation waiting.
    await server.sql(
      'ALTER TABLE span_costs ADD CONSTRAINT refused CHECK (prompt_tokens <> 1) NOT VALID',
    );
    try {
      const { data } = await start();
      await eventuallyAfter(
        server,
        LOOPS,
        'it to fail',
        async () => (await list())[0]!.errorMessage !== null,
      );
      expect((await list())[0]).toMatchObject({ status: 'RUNNING', pricedSpanCount: 0 });
      expect(await start()).toMatchObject({
        code: 'CONFLICT',
        message:
          'The costs of project "recalculated" are already being recalculated. Wait until this has finished, or cancel it.',
      });
      await server.sql(
        `WITH t AS (INSERT INTO traces (trace_id, project_id, start_time, end_time)
                    VALUES ('new', $1, now(), now())),
              s AS (INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code,
                                       status_message, start_time, end_time, model_name, attributes)
                    VALUES ('new', 'new', $1, 'new', 'LLM', 'OK', '', now(), now(), 'acme',
                            '{"llm.token_count.prompt": 5}') RETURNING id)
         INSERT INTO unpriced_spans (span_ids) SELECT ARRAY[id] FROM s`,
        [(await aProject(server)).id],
      );
      await eventuallyAfter(server, LOOPS, 'the new span to be priced', async () => {
        const rows = await server.sql(`SELECT FROM span_costs WHERE trace_id = 'new'`);
        return rows.length === 1;
      });
      const { id } = data!.recalculateCosts.recalculation;
      const canceled = await cancel(id);
      expect(canceled.data!.cancelCostRecalculation.recalculation).toMatchObject({
        status: 'CANCELED',
        finishedAt: expect.any(String) as string,
      });
      expect(await cancel(id)).toMatchObject({
        code: 'CONFLICT',
        message: 'This recalculation has already finished.',
      });
    } finally {
      await server.sql('ALTER TABLE span_costs DROP CONSTRAINT refused');
    }
  });

  describe('of spans that cannot be priced', () => {
    /** Refuses to store the cost of a span, or of all. */
    const refuse = (which = `trace_id = 'r-${SPANS}'`) =>
      server.sql(`ALTER TABLE span_costs ADD CONSTRAINT refused CHECK (NOT (${which})) NOT VALID`);
    afterEach(() => server.sql('ALTER TABLE span_costs DROP CONSTRAINT IF EXISTS refused'));

    const retryNow = () =>
      server.sql('UPDATE cost_recalculations SET retry_at = now() WHERE finished_at IS NULL');
    const untilFinishedAtOnce = () =>
      eventuallyAfter(server, LOOPS, 'the recalculation to finish', async () => {
        await retryNow();
        return (await list())[0]!.finishedAt !== null;
      });

    it('waits, halves the batch, skips the one span, and prices all others', async () => {
      await setPrices(1);
      await start();
      await untilFinished();
      await setPrices(4);
      await refuse();
      await start();
      await eventuallyAfter(
        server,
        LOOPS,
        'it to fail',
        async () => (await list())[0]!.errorMessage !== null,
      );
      expect((await list())[0]).toMatchObject({
        status: 'RUNNING',
        errorMessage: expect.stringContaining('refused') as string,
      });
      const [waiting] = await server.sql<{ wait: number; attempts: number }>(
        `SELECT attempts, extract(epoch FROM retry_at - now())::float8 AS wait
           FROM cost_recalculations WHERE finished_at IS NULL`,
      );
      expect(waiting!.attempts).toBe(1);
      expect(waiting!.wait).toBeGreaterThan(2);
      expect(waiting!.wait).toBeLessThanOrEqual(5);
      // Halved eight times, the batch consists of the newest span.
      await server.sql('UPDATE cost_recalculations SET attempts = 8 WHERE finished_at IS NULL');
      await untilFinishedAtOnce();
      expect((await list())[0]).toMatchObject({
        status: 'COMPLETED',
        pricedSpanCount: SPANS - 1,
        skippedSpanCount: 1,
        errorMessage: null,
      });
      expect(await sumCosts()).toEqual({ sum: (SPANS - 1) * 8 + 2, count: SPANS });
    });

    it('fails if there are too many', async () => {
      await refuse('true');
      await start();
      await eventuallyAfter(
        server,
        LOOPS,
        'it to fail',
        async () => (await list())[0]!.errorMessage !== null,
      );
      await server.sql('UPDATE cost_recalculations SET attempts = 9, skipped_count = 99');
      await untilFinishedAtOnce();
      const [failed] = await list();
      expect(failed).toMatchObject({
        status: 'FAILED',
        pricedSpanCount: 0,
        skippedSpanCount: 100,
        errorMessage: expect.stringContaining('refused') as string,
      });
      await server.sql('ALTER TABLE span_costs DROP CONSTRAINT refused');
      const { data } = await start({ start: '2026-03-01T01:00:00Z', end: '2026-03-01T01:10:00Z' });
      expect(data!.recalculateCosts.spanCount).toBe(30);
      await untilFinished();
      expect((await list())[0]).toMatchObject({ status: 'COMPLETED', errorMessage: null });
    });
  });

  it.each([
    [globalId('Project', 999_999), 'NOT_FOUND'],
    [globalId('Span', 1), 'BAD_USER_INPUT'],
    ['nonsense', 'BAD_USER_INPUT'],
    ['x'.repeat(100_000), 'BAD_USER_INPUT'],
  ])('refuses the project %.30s', async (id, code) => {
    expect((await start({}, id)).code).toBe(code);
    expect(await list()).toEqual([]);
  });

  it('refuses a range that ends before it starts', async () => {
    const range = { start: '2026-03-02T00:00:00Z', end: '2026-03-01T00:00:00Z' };
    expect(await start(range)).toMatchObject({ message: 'The range must end after it starts.' });
    expect(await list()).toEqual([]);
  });

  it.each([
    [globalId('CostRecalculation', 999_999), 'NOT_FOUND'],
    [globalId('Project', 1), 'BAD_USER_INPUT'],
    ['nonsense', 'BAD_USER_INPUT'],
  ])('refuses to cancel %s', async (id, code) => {
    expect((await cancel(id)).code).toBe(code);
  });
});
