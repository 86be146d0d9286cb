import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { newTraceId, sendTraces } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('finding traces and spans over REST', () => {
  let server: TestServer;
  const traceId = newTraceId();

  beforeAll(async () => {
    server = await startTestServer();
    await sendTraces(server.url, [
      {
        project: 'checkout',
        traceId,
        name: 'order',
        spanId: 'aaaaaaaaaaaaaaaa',
        children: [
          {
            name: 'charge',
            spanId: 'bbbbbbbbbbbbbbbb',
            kind: 'TOOL',
            failure: 'card was declined',
          },
        ],
      },
      { project: 'checkout', name: 'browse', attributes: { 'input.value': 'umbrellas' } },
    ]);
  });
  afterAll(() => server.stop());

  const get = async (path: string, query: object = {}) => {
    const response = await server.request.get(path).query(query);
    expect([response.status, response.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return response.body;
  };
  const namesOf = async (query: object) => {
    const { data } = await get('/v1/projects/checkout/traces', {
      ...query,
      include_root_spans: true,
    });
    return data.map(({ root_span }: { root_span: { name: string } }) => root_span.name).toSorted();
  };

  it('returns a trace of any project by either ID, with its root span and totals', async () => {
    const { data } = await get(`/v1/traces/${traceId}`);
    expect(data).toMatchObject({ trace_id: traceId, span_count: 2, error_count: 1, spans: null });
    expect(data.root_span).toMatchObject({ name: 'order', parent_id: null, status_code: 'OK' });
    expect(await get(`/v1/traces/${encodeURIComponent(data.id)}`)).toEqual({ data });
  });

  it('returns a span of any project by either ID, as lists show it', async () => {
    const { data } = await get('/v1/spans/bbbbbbbbbbbbbbbb');
    const listed = await get('/v1/projects/checkout/spans', { span_id: 'bbbbbbbbbbbbbbbb' });
    expect(listed.data).toEqual([data]);
    expect(data).toMatchObject({ name: 'charge', status_message: 'card was declined' });
    expect(await get(`/v1/spans/${encodeURIComponent(data.id)}`)).toEqual({ data });
  });

  it.each([
    [`/v1/traces/${newTraceId()}`, "Trace with trace_id '"],
    [`/v1/traces/${encodeURIComponent(globalId('Trace', 999_999))}`, "Trace with relay ID '"],
    ['/v1/spans/cccccccccccccccc', "Span with span_id 'cccccccccccccccc' not found"],
    [`/v1/spans/${encodeURIComponent(globalId('Span', 999_999))}`, "Span with relay ID '"],
    ['/v1/spans/%00', 'not found'],
  ])('responds to %s with 404', async (path, message) => {
    const { status, text } = await server.request.get(path);
    expect([status, text]).toEqual([404, expect.stringContaining(message)]);
  });

  it('searches the texts of traces', async () => {
    expect(await namesOf({ search: 'umbrella' })).toEqual(['browse']);
    expect(await namesOf({ search: '"was declined"' })).toEqual(['order']);
    expect(await namesOf({ search: 'declined', error: false })).toEqual([]);
    expect(await namesOf({})).toEqual(['browse', 'order']);
  });

  it('filters spans by a condition, also in OTLP form', async () => {
    const filter = "span_kind == 'tool' and status_code == 'error'";
    const spans = await get('/v1/projects/checkout/spans', { filter });
    expect(spans.data.map(({ name }: { name: string }) => name)).toEqual(['charge']);
    const otlp = await get('/v1/projects/checkout/spans/otlpv1', { filter });
    expect(otlp.data.map(({ name }: { name: string }) => name)).toEqual(['charge']);
    const { status, text } = await server.request
      .get('/v1/projects/checkout/spans')
      .query({ filter: 'latency_ms >' });
    expect([status, text.length > 0]).toEqual([400, true]);
  });

  it('reads the root spans of a page with the same number of queries for any number of traces', async () => {
    const project = await aProject(server);
    const count = async () => {
      await aSpan(server, { project_id: project.id });
      const { statements } = await server.countQueries(() =>
        get(`/v1/projects/${project.name}/traces`, { include_root_spans: true }),
      );
      return statements.length;
    };
    const one = await count();
    await count();
    expect(await count()).toBe(one);
  });
});
