import { gzipSync } from 'node:zlib';
import * as grpc from '@grpc/grpc-js';
import { startTestServer, type TestServer } from '../support/server.js';
import { anOtlpSpan, protobufRequest, readResponse } from './otlp.js';

const SERVICE = '/opentelemetry.proto.collector.trace.v1.TraceService';
const same = (bytes: Buffer): Buffer => bytes;

describe('OTLP over gRPC', () => {
  let server: TestServer;
  let client: grpc.Client;

  beforeAll(async () => {
    server = await startTestServer({ SPANDREL_INGEST_MAX_INFLATED_MIB: '1' });
    client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
  });
  afterAll(async () => {
    client.close();
    await server.stop();
  });

  const call = (message: Buffer, metadata = new grpc.Metadata(), method = 'Export') =>
    new Promise<Buffer>((resolve, reject) => {
      client.makeUnaryRequest(
        `${SERVICE}/${method}`,
        same,
        same,
        message,
        metadata,
        (error: grpc.ServiceError | null, answer?: Buffer) =>
          error ? reject(error) : resolve(answer ?? Buffer.alloc(0)),
      );
    });

  const projectOf = async (traceId: string): Promise<string | undefined> => {
    const rows = await server.sql<{ name: string }>(
      `SELECT p.name FROM spans s JOIN projects p ON p.id = s.project_id WHERE s.trace_id = $1`,
      [traceId],
    );
    return rows[0]?.name;
  };

  it('stores spans in the project their resource names', async () => {
    const span = anOtlpSpan();
    expect(await call(protobufRequest([span], { project: 'over gRPC' }))).toHaveLength(0);
    expect(await projectOf(span.traceId)).toBe('over gRPC');
  });

  it('takes the project from the metadata', async () => {
    const span = anOtlpSpan();
    const metadata = new grpc.Metadata();
    metadata.set('x-project-name', 'from metadata');
    await call(protobufRequest([span], { project: 'ignored' }), metadata);
    expect(await projectOf(span.traceId)).toBe('from metadata');
  });

  it('refuses metadata that names two projects, but not a name with a comma', async () => {
    const span = anOtlpSpan();
    const twice = new grpc.Metadata();
    twice.add('x-project-name', 'one');
    twice.add('x-project-name', 'two');
    const error = await call(protobufRequest([span]), twice).catch((e: grpc.ServiceError) => e);
    expect(error).toMatchObject({
      code: grpc.status.INVALID_ARGUMENT,
      details: 'Send x-project-name only once.',
    });
    expect(await projectOf(span.traceId)).toBeUndefined();
    const once = new grpc.Metadata();
    once.set('x-project-name', 'one, two');
    await call(protobufRequest([span]), once);
    expect(await projectOf(span.traceId)).toBe('one, two');
  });

  it('reports which spans were rejected', async () => {
    const answer = await call(protobufRequest([anOtlpSpan({ spanId: '' }), anOtlpSpan()]));
    expect(readResponse(answer).partialSuccess?.rejectedSpans).toBe('1');
  });

  it('refuses a malformed request with INVALID_ARGUMENT and a reason', async () => {
    const error = await call(gzipSync('nonsense')).catch((e: grpc.ServiceError) => e);
    expect(error).toMatchObject({ code: grpc.status.INVALID_ARGUMENT });
    expect((error as grpc.ServiceError).details.length).toBeGreaterThan(10);
  });

  it('refuses a message above the limit', async () => {
    const text = 'x'.repeat(1024 * 1024);
    const error = await call(
      protobufRequest([anOtlpSpan({ attributes: { 'input.value': text } })]),
    ).catch((e: grpc.ServiceError) => e);
    expect(error).toMatchObject({ code: grpc.status.RESOURCE_EXHAUSTED });
  });

  it('refuses every other method', async () => {
    const error = await call(Buffer.alloc(0), new grpc.Metadata(), 'Import').catch(
      (e: grpc.ServiceError) => e,
    );
    expect(error).toMatchObject({ code: grpc.status.UNIMPLEMENTED });
  });
});
