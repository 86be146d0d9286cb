import * as grpc from '@grpc/grpc-js';
import {
  anOtlpSpan,
  jsonRequest,
  newSpanId,
  newTraceId,
  type OtlpSpan,
  protobufRequest,
} from '../ingest/otlp.js';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

/** Senders choose the ids of traces and sessions, so they could name those of another project. */
describe('a key for one project, with the IDs of traces and sessions of another', () => {
  const theirTrace = newTraceId();
  const theirs = { 'session.id': 'their session' };
  let server: SecuredServer;
  let key: string;

  beforeAll(async () => {
    server = await startSecuredServer();
    const { userId } = server.accounts.MEMBER;
    const [mine] = await server.sql<{ id: number }>(
      "INSERT INTO projects (name, name_folded) VALUES ('mine', 'mine') RETURNING id",
    );
    key = await server.createKey(userId, { scope: 'ingest', projectId: mine!.id });
    const span = anOtlpSpan({ traceId: theirTrace, attributes: theirs });
    await send(await server.createKey(userId), [span], 'theirs').expect(200);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    const traces = await server.sql(
      `SELECT t.trace_id, t.span_count FROM traces t JOIN projects p ON p.id = t.project_id
       WHERE t.session_id = $1 AND p.name = 'theirs'`,
      [theirs['session.id']],
    );
    expect(traces).toEqual([{ trace_id: theirTrace, span_count: 1 }]);
  });

  const send = (sender: string, spans: OtlpSpan[], project = 'mine') =>
    server.request
      .post('/v1/traces')
      .set({ 'Content-Type': 'application/json', ...bearer(sender) })
      .send(jsonRequest(spans, { project }));
  const isStored = async ({ traceId, spanId }: OtlpSpan) => {
    const rows = await server.sql('SELECT 1 FROM spans WHERE trace_id = $1 AND span_id = $2', [
      traceId,
      spanId,
    ]);
    return rows.length > 0;
  };

  it('cannot join traces over HTTP; the other spans are stored, and the rejections are listed', async () => {
    const own = anOtlpSpan();
    const intruders = [
      anOtlpSpan({ traceId: theirTrace }),
      anOtlpSpan({ traceId: theirTrace, attributes: theirs }),
    ];
    const { body } = await send(key, [...intruders, own]).expect(200);
    expect(body.partialSuccess).toMatchObject({ rejectedSpans: '2' });
    expect(await Promise.all(intruders.map(isStored))).toEqual([false, false]);
    expect(await isStored(own)).toBe(true);
    const errors = await server.sql(
      `SELECT e.reason, p.name FROM ingestion_errors e JOIN projects p ON p.id = e.project_id`,
    );
    expect(errors).toEqual(
      Array.from({ length: 2 }, () => ({ reason: 'other_project', name: 'mine' })),
    );
  });

  it('has its own session with the same ID, which says nothing of the other', async () => {
    const { userId, key: member } = server.accounts.MEMBER;
    const [mine] = await server.sql<{ id: number }>("SELECT id FROM projects WHERE name = 'mine'");
    const reader = await server.createKey(userId, { scope: 'read', projectId: mine!.id });
    const own = anOtlpSpan({ attributes: theirs });
    await send(key, [own]).expect(200);
    const list = async (sender: string, project: string) => {
      const { body } = await server.request
        .get(`/v1/projects/${project}/sessions`)
        .set(bearer(sender))
        .expect(200);
      return body.data.flatMap(({ traces }: { traces: { trace_id: string }[] }) =>
        traces.map(({ trace_id }) => trace_id),
      ) as string[];
    };
    expect(await list(member, 'theirs')).toEqual([theirTrace]);
    expect(await list(reader, 'mine')).toEqual([own.traceId]);
  });

  it('cannot join traces over gRPC', async () => {
    const client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
    const metadata = new grpc.Metadata();
    metadata.set('authorization', `Bearer ${key}`);
    const same = (bytes: Buffer): Buffer => bytes;
    const intruder = anOtlpSpan({ traceId: theirTrace });
    await new Promise((resolve) => {
      const body = protobufRequest([intruder]);
      client.makeUnaryRequest(EXPORT, same, same, body, metadata, resolve);
    });
    client.close();
    expect(await isStored(intruder)).toBe(false);
  });

  it('cannot join traces over REST, which stores all spans or none', async () => {
    const span = (traceId: string) => ({
      name: 'x',
      context: { trace_id: traceId, span_id: newSpanId() },
      span_kind: 'CHAIN',
      start_time: '2026-01-01T00:00:00Z',
      end_time: '2026-01-01T00:00:01Z',
      status_code: 'OK',
    });
    const { status, body } = await server.request
      .post('/v1/projects/mine/spans')
      .set(bearer(key))
      .send({ data: [span(theirTrace), span(newTraceId())] });
    expect([status, body.total_queued, body.invalid_spans]).toEqual([
      400,
      0,
      [
        expect.objectContaining({
          trace_id: theirTrace,
          error: "The span's trace does not belong to the API key's project.",
        }),
      ],
    ]);
  });
});
