import * as grpc from '@grpc/grpc-js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { anOtlpSpan, type OtlpSpan, postTraces, protobufRequest } from './otlp.js';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const same = (bytes: Buffer): Buffer => bytes;

/** A span of about a megabyte. */
const aLargeSpan = (): OtlpSpan =>
  anOtlpSpan({ attributes: { 'input.value': 'x'.repeat(1024 * 1024) } });

describe('while the database is unavailable', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let server: TestServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await DatabaseProxy.start(database.url);
    server = await startTestServer({
      SPANDREL_DATABASE_URL: proxy.url,
      SPANDREL_INGEST_MAX_IN_FLIGHT_MIB: '8',
    });
  });
  afterAll(async () => {
    proxy.recover();
    await server.stop();
    await proxy.stop();
    await database.drop();
  });

  const isStored = async (span: OtlpSpan): Promise<boolean> =>
    (await server.sql('SELECT FROM spans WHERE span_id = $1', [span.spanId])).length === 1;

  it('buffers what it can while the database hangs, refuses the rest, and stores the buffer later', async () => {
    await postTraces(server.url, protobufRequest([anOtlpSpan()]));
    proxy.hang();
    const spans = Array.from({ length: 20 }, aLargeSpan);
    const answers = spans.map((span) => postTraces(server.url, protobufRequest([span])));
    const early: Response[] = [];
    for (const answer of answers) void answer.then((response) => early.push(response));
    await eventually('refusal of the tenth request', async () => early.length >= 10, {
      withinMs: 20_000,
    });
    for (const answer of early) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('content-type')).toContain('text/plain');
    }

    const status = await exportOverGrpc(protobufRequest([aLargeSpan()]));
    expect(status.code).toBe(grpc.status.RESOURCE_EXHAUSTED);
    const [details] = status.metadata.get('grpc-status-details-bin');
    expect(String(details)).toContain('google.rpc.RetryInfo');

    proxy.recover();
    const late = await Promise.all(answers);
    const stored = spans.filter((_span, i) => late[i]?.status === 200);
    expect(stored.length).toBeGreaterThan(0);
    expect(late.filter(({ status: code }) => code === 503)).toHaveLength(20 - stored.length);
    for (const span of stored) expect(await isStored(span)).toBe(true);
    expect((await postTraces(server.url, protobufRequest([anOtlpSpan()]))).status).toBe(200);
  }, 40_000);

  it('asks senders to retry while the database is unavailable, and recovers with it', async () => {
    proxy.vanish();
    const span = anOtlpSpan();
    const refused = await postTraces(server.url, protobufRequest([span]));
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    proxy.recover();
    expect((await postTraces(server.url, protobufRequest([span]))).status).toBe(200);
    expect(await isStored(span)).toBe(true);
  });

  it('loses no spans that it is storing when the connection breaks', async () => {
    proxy.hang();
    const span = anOtlpSpan();
    const answer = postTraces(server.url, protobufRequest([span]));
    await new Promise((resolve) => setTimeout(resolve, 300));
    proxy.vanish();
    expect((await answer).status).toBe(503);
    proxy.recover();
    expect((await postTraces(server.url, protobufRequest([span]))).status).toBe(200);
    expect(await isStored(span)).toBe(true);
  });

  function exportOverGrpc(message: Buffer): Promise<grpc.ServiceError> {
    const client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
    return new Promise((resolve, reject) => {
      client.makeUnaryRequest(EXPORT, same, same, message, (error: grpc.ServiceError | null) => {
        client.close();
        if (error) resolve(error);
        else reject(new Error('The server accepted the message.'));
      });
    });
  }
});
