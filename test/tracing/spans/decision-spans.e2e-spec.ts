import { startTestServer, type TestServer } from '../../support/server.js';
import { anOtlpSpan, JSON_TYPE, jsonRequest, postTraces } from '../../ingest/otlp.js';

const KIND = 'openinference.span.kind';

describe('spans of kind DECISION', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    const spans = [
      anOtlpSpan({ name: 'route', attributes: { [KIND]: 'DECISION' } }),
      anOtlpSpan({ name: 'answer', attributes: { [KIND]: 'LLM' } }),
    ];
    const request = jsonRequest(spans, { project: 'decided' });
    await (await postTraces(server.url, request, JSON_TYPE)).text();
  });
  afterAll(() => server.stop());

  const list = async (query: Record<string, string>, of = 'spans') => {
    const path = `/v1/projects/decided/${of}`;
    const { body } = await server.request.get(path).query(query).expect(200);
    return body.data as { name: string; span_kind: string }[];
  };

  it('are stored as such, and found by it', async () => {
    const expected = [{ name: 'route', span_kind: 'DECISION' }];
    expect(await list({ span_kind: 'DECISION' })).toMatchObject(expected);
    expect(await list({ filter: "span_kind == 'decision'" })).toMatchObject(expected);
    const filter = "any(s.span_kind == 'DECISION' for s in spans)";
    expect(await list({ filter }, 'traces')).toHaveLength(1);
  });

  it('are named so in GraphQL', async () => {
    const { body } = await server.request.post('/graphql').send({
      query: `{ getProjectByName(name: "decided") { spans(first: 9, filterCondition: "span_kind == 'DECISION'") {
        edges { node { name spanKind } } } } }`,
    });
    expect(body.data.getProjectByName.spans.edges).toEqual([
      { node: { name: 'route', spanKind: 'decision' } },
    ]);
  });

  it('can be created over REST', async () => {
    const span = {
      name: 'rank',
      context: { trace_id: 'created', span_id: 'created' },
      span_kind: 'DECISION',
      parent_id: null,
      start_time: '2026-03-01T00:00:00Z',
      end_time: '2026-03-01T00:00:01Z',
      status_code: 'OK',
    };
    await server.request
      .post('/v1/projects/decided/spans')
      .send({ data: [span] })
      .expect(202);
    expect((await list({ span_kind: 'DECISION' })).map(({ name }) => name).toSorted()).toEqual([
      'rank',
      'route',
    ]);
  });
});
