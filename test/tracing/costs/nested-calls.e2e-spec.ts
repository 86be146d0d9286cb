import { whenPriced } from '../../support/background-loops.js';
import { newTraceId, sendTraces, type SpanToSend } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { waitForRollups } from '../figures/rolled-figures.js';
import { addModel, callOf, PRICED, read, SUMMARY } from './acme-calls.js';

/** Long over, so that it can be rolled up. The calls of a trace begin in two quarters of an hour. */
const STARTED = new Date('2024-05-02T12:14:59Z');
const RANGE = 'timeRange: { start: "2024-05-02T00:00:00Z", end: "2024-05-03T00:00:00Z" }';

const OUTER = 'a000000000000001';
const LINK = 'a000000000000002';
const INNER = 'a000000000000003';

const NONE = {
  prompt: { tokens: 0, cost: null },
  completion: { tokens: 0, cost: null },
  total: { tokens: 0, cost: null },
};

interface ReadSpan {
  id: string;
  name: string;
  tokenCountTotal: number | null;
  countedInSpanId: string | null;
  costSummary: object | null;
}

describe('nested calls of models', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await addModel(server, 'acme', '^acme-');
  });
  afterAll(() => server.stop());

  const outer: SpanToSend = { ...callOf('acme-1', 'outer'), spanId: OUTER, startedAt: STARTED };
  const link: SpanToSend = { name: 'link', kind: 'CHAIN', spanId: LINK };
  const inner: SpanToSend = { ...callOf('acme-1', 'inner'), spanId: INNER, afterMs: 2_000 };

  /** Sends the parts of one trace, each with its parent, in one request each. */
  async function send(
    project: string,
    parts: [parentId: string | undefined, span: SpanToSend][],
    { waits = true } = {},
  ): Promise<string> {
    const traceId = newTraceId();
    for (const [parentId, span] of parts) {
      await sendPart(traceId, project, parentId, span);
      if (waits) await whenPriced(server);
    }
    await whenPriced(server);
    return traceId;
  }

  /** As an exporter that has a part of the trace. */
  async function sendPart(
    traceId: string,
    project: string,
    parentId: string | undefined,
    span: SpanToSend,
  ): Promise<void> {
    const at = (span.startedAt ?? STARTED).getTime() + (span.afterMs ?? 0);
    await server.request
      .post('/v1/traces')
      .send({
        resourceSpans: [
          {
            resource: { attributes: toAttributes({ 'openinference.project.name': project }) },
            scopeSpans: [
              {
                spans: [
                  {
                    traceId,
                    spanId: span.spanId,
                    parentSpanId: parentId,
                    name: span.name,
                    startTimeUnixNano: `${at}000000`,
                    endTimeUnixNano: `${at + 100}000000`,
                    attributes: toAttributes({
                      'openinference.span.kind': span.kind!,
                      'session.id': project,
                      ...span.attributes,
                    }),
                  },
                ],
              },
            ],
          },
        ],
      })
      .expect(200);
  }

  async function readTrace(traceId: string) {
    const { trace } = await read<{
      trace: { tokenCountTotal: number; costSummary: object; spans: Spans };
    }>(
      server,
      `{ trace: getTraceByOtelId(traceId: "${traceId}") { tokenCountTotal ${SUMMARY}
           spans(first: 10) { edges { node { id name tokenCountTotal countedInSpanId ${SUMMARY} } } } } }`,
    );
    const { spans, ...sums } = trace;
    return { ...sums, spans: new Map(spans.edges.map(({ node }) => [node.name, node])) };
  }

  it.each([
    ['in one request', [[undefined, { ...outer, children: [inner] }]]],
    [
      'with the parent first',
      [
        [undefined, outer],
        [OUTER, inner],
      ],
    ],
    [
      'with the parent last',
      [
        [OUTER, inner],
        [undefined, outer],
      ],
    ],
  ] as [string, [string | undefined, SpanToSend][]][])(
    'count once if they arrive %s',
    async (_, parts) => {
      const traceId = newTraceId();
      for (const [parentId, span] of parts) {
        if (span.children) await sendTraces(server.url, [{ ...span, traceId, project: 'once' }]);
        else await sendPart(traceId, 'once', parentId, span);
        await whenPriced(server);
      }
      const trace = await readTrace(traceId);
      expect(trace).toMatchObject({ tokenCountTotal: 13, costSummary: PRICED });
      expect(trace.spans.get('outer')).toMatchObject({
        name: 'outer',
        tokenCountTotal: 13,
        countedInSpanId: null,
        costSummary: PRICED,
      });
      expect(trace.spans.get('inner')).toMatchObject({
        name: 'inner',
        tokenCountTotal: null,
        countedInSpanId: OUTER,
        costSummary: null,
      });
    },
  );

  const PARTS = { outer: [undefined, outer], link: [OUTER, link], inner: [LINK, inner] } as const;
  type Part = keyof typeof PARTS;

  it.each([
    ['outer', 'link', 'inner'],
    ['outer', 'inner', 'link'],
    ['link', 'outer', 'inner'],
    ['link', 'inner', 'outer'],
    ['inner', 'outer', 'link'],
    ['inner', 'link', 'outer'],
  ] as Part[][])('count once with a chain between them, sent as %s, %s, %s', async (...order) => {
    const parts = order.map((part): [string | undefined, SpanToSend] => [...PARTS[part]]);
    for (const waits of [true, false]) {
      const traceId = await send('linked', parts, { waits });
      const trace = await readTrace(traceId);
      expect(trace).toMatchObject({ tokenCountTotal: 13, costSummary: PRICED });
      expect(trace.spans.get('inner')).toMatchObject({ countedInSpanId: OUTER });
    }
  });

  it('count each below a tool, and if they are siblings', async () => {
    const tool: SpanToSend = { name: 'tool', kind: 'TOOL', spanId: LINK };
    const sibling = { ...inner, name: 'sibling', spanId: 'a000000000000004' };
    const traceId = await send('apart', [
      [undefined, outer],
      [OUTER, tool],
      [LINK, inner],
      [LINK, sibling],
    ]);
    expect(await readTrace(traceId)).toMatchObject({ tokenCountTotal: 39 });
  });

  it('count below a call without tokens', async () => {
    const empty = { ...outer, attributes: { 'llm.model_name': 'acme-1' } };
    const traceId = await send('empty', [
      [undefined, empty],
      [OUTER, inner],
    ]);
    const trace = await readTrace(traceId);
    expect(trace).toMatchObject({ tokenCountTotal: 13, costSummary: PRICED });
    expect(trace.spans.get('outer')).toMatchObject({ tokenCountTotal: null, costSummary: null });
    expect(trace.spans.get('inner')).toMatchObject({ tokenCountTotal: 13, countedInSpanId: null });
  });

  it('leave all figures of the project right, of rows and of rollups', async () => {
    await send('figures', [
      [LINK, inner],
      [OUTER, link],
      [undefined, outer],
    ]);
    const query = `{
      session: getProjectSessionById(sessionId: "figures") { ${SUMMARY} tokenUsage { total } }
      project: getProjectByName(name: "figures") {
        tokenCountTotal(${RANGE}) ${SUMMARY}
        inner: costSummary(filterCondition: "name == 'inner'") { total { tokens cost } }
        topModelsByTokenCount(${RANGE}) { name ${SUMMARY} }
        spans(first: 10, filterCondition: "llm.token_count.total > 0") { edges { node { name } } } } }`;
    const expected = {
      session: { costSummary: PRICED, tokenUsage: { total: 13 } },
      project: {
        tokenCountTotal: 13,
        costSummary: PRICED,
        inner: { total: { tokens: 0, cost: null } },
        topModelsByTokenCount: [{ name: 'acme', costSummary: PRICED }],
        spans: { edges: [{ node: { name: 'outer' } }] },
      },
    };
    expect(await read(server, query)).toEqual(expected);
    await waitForRollups(server);
    expect(await read(server, query)).toEqual(expected);
  });

  it('count again once the call around them is deleted', async () => {
    const traceId = await send('deleted', [
      [undefined, outer],
      [OUTER, inner],
    ]);
    const { spans } = await readTrace(traceId);
    await server.request.delete(`/v1/spans/${spans.get('outer')!.id}`).expect(204);
    await whenPriced(server);
    const trace = await readTrace(traceId);
    expect(trace).toMatchObject({ tokenCountTotal: 13, costSummary: PRICED });
    expect(trace.spans.get('inner')).toMatchObject({ tokenCountTotal: 13, countedInSpanId: null });
  });

  it('settles calls of earlier versions by a recalculation', async () => {
    const traceId = await send('earlier', [
      [undefined, outer],
      [OUTER, inner],
    ]);
    // As before this was known.
    await server.sql(
      `UPDATE spans SET prompt_tokens = 10, completion_tokens = 3, counted_in = NULL
        WHERE trace_id = $1 AND name = 'inner'`,
      [traceId],
    );
    await server.sql(
      'UPDATE traces SET prompt_tokens = 20, completion_tokens = 6, token_span_count = 2 WHERE trace_id = $1',
      [traceId],
    );
    await server.sql(
      'INSERT INTO unpriced_spans (span_ids) SELECT array_agg(id) FROM spans WHERE trace_id = $1',
      [traceId],
    );
    await whenPriced(server);
    expect(await readTrace(traceId)).toMatchObject({ tokenCountTotal: 13, costSummary: PRICED });
  });

  it('keep what they report, and no sum of a trace that has nothing else', async () => {
    const traceId = await send('nothing', [[undefined, { ...outer, attributes: {} }]]);
    expect(await readTrace(traceId)).toMatchObject({ tokenCountTotal: 0, costSummary: NONE });
  });
});

interface Spans {
  edges: { node: ReadSpan }[];
}

function toAttributes(values: Record<string, string | number | boolean>) {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
}
