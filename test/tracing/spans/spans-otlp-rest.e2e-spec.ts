import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const exactly = (source: string): unknown => JSON.rawJSON(source);
const NOTHING = {
  array_value: null,
  bool_value: null,
  bytes_value: null,
  double_value: null,
  int_value: null,
  kvlist_value: null,
  string_value: null,
};

describe('GET /v1/projects/{project_identifier}/spans/otlpv1', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('shows a span with all keys, IDs as stored, and nanoseconds as plain integers', async () => {
    const project = await aProject(server);
    await aSpan(server, {
      project_id: project.id,
      trace_id: 'trace_-1',
      span_id: 'span_-1',
      name: 'answer',
      status_code: 'OK',
      start_time: '2024-03-01T10:00:00.123457+00:00',
      end_time: '2024-03-01T10:00:02+00:00',
      attributes: { 'openinference.span.kind': 'LLM' },
      events: [
        {
          name: 'tick',
          timestamp: '2020-12-31T23:00:15+00:00',
          attributes: { n: exactly('9223372036854775807'), nested: { deep: true } },
        },
      ],
    });
    const response = await server.request.get(`/v1/projects/${project.name}/spans/otlpv1`);
    expect(response.status).toBe(200);
    expect(response.text).toContain('"start_time_unix_nano":1709287200123457000');
    expect(response.text).toContain('"end_time_unix_nano":1709287202000000000');
    expect(response.text).toContain('"time_unix_nano":1609455615000000000');
    expect(response.text).toContain('"int_value":9223372036854775807');
    expect(response.body).toEqual({
      data: [
        {
          attributes: [
            { key: 'openinference.span.kind', value: { ...NOTHING, string_value: 'LLM' } },
          ],
          dropped_attributes_count: null,
          dropped_events_count: null,
          dropped_links_count: null,
          end_time_unix_nano: expect.any(Number),
          events: [
            {
              attributes: [
                { key: 'n', value: expect.any(Object) },
                { key: 'nested.deep', value: { ...NOTHING, bool_value: true } },
              ],
              dropped_attributes_count: null,
              name: 'tick',
              time_unix_nano: expect.any(Number),
            },
          ],
          flags: null,
          kind: 'SPAN_KIND_INTERNAL',
          links: null,
          name: 'answer',
          parent_span_id: null,
          span_id: 'span_-1',
          start_time_unix_nano: expect.any(Number),
          status: { code: 1, message: null },
          trace_id: 'trace_-1',
          trace_state: null,
        },
      ],
      next_cursor: null,
    });
  });

  it('shows null for no events, [] for no attributes, and the status as a number', async () => {
    const project = await aProject(server);
    const of = { project_id: project.id };
    await aSpan(server, { ...of, status_code: 'ERROR', status_message: 'boom' });
    await aSpan(server, { ...of, events: [] });
    const { body } = await server.request.get(`/v1/projects/${project.name}/spans/otlpv1`);
    expect(body.data.map((span: Record<string, unknown>) => span['status'])).toEqual([
      { code: 0, message: null },
      { code: 2, message: 'boom' },
    ]);
    expect(body.data[0]).toMatchObject({ events: null, attributes: [] });
  });

  it('accepts the filters of the plain list, except span_kind, with the same errors', async () => {
    const project = await aProject(server);
    await aSpan(server, { project_id: project.id, name: 'a', attributes: { k: 1 } });
    await aSpan(server, { project_id: project.id, name: 'b' });
    const path = `/v1/projects/${project.name}/spans/otlpv1`;
    const byAttribute = await server.request.get(path).query({ attribute: 'k:1' });
    expect(byAttribute.body.data).toHaveLength(1);
    const byKind = await server.request.get(path).query({ span_kind: 'nonsense' });
    expect([byKind.status, byKind.body.data.length]).toEqual([200, 2]);
    expect((await server.request.get(path).query({ limit: 0 })).status).toBe(422);
    expect((await server.request.get(path).query({ cursor: 'x' })).status).toBe(422);
    expect((await server.request.get('/v1/projects/fake/spans/otlpv1')).status).toBe(404);
  });
});
