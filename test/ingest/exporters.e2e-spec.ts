import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { register } from '@arizeai/phoenix-otel';
import { startTestServer, type TestServer } from '../support/server.js';

/** A value of the exporters' `CompressionAlgorithm`. */
const GZIP = 'gzip' as never;

describe('published exporters', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const exporters: [string, () => SpanExporter][] = [
    ['HTTP protobuf', () => new ProtobufExporter({ url: `${server.url}/v1/traces` })],
    [
      'HTTP protobuf with gzip',
      () => new ProtobufExporter({ url: `${server.url}/v1/traces`, compression: GZIP }),
    ],
    ['HTTP JSON', () => new JsonExporter({ url: `${server.url}/v1/traces` })],
    [
      'HTTP JSON with gzip',
      () => new JsonExporter({ url: `${server.url}/v1/traces`, compression: GZIP }),
    ],
    ['gRPC', () => new GrpcExporter({ url: `http://${server.grpcAddress}` })],
    [
      'gRPC with gzip',
      () => new GrpcExporter({ url: `http://${server.grpcAddress}`, compression: GZIP }),
    ],
  ];

  it.each(exporters)('OpenTelemetry over %s', async (name, create) => {
    const provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'openinference.project.name': name }),
      spanProcessors: [new SimpleSpanProcessor(create())],
    });
    const span = provider.getTracer('test').startSpan('ask', {
      attributes: {
        'llm.model_name': 'gpt-4o',
        'llm.token_count.prompt': 12,
        ratio: 0.5,
        on: true,
      },
    });
    span.recordException(new Error('boom'));
    span.end();
    await provider.forceFlush();
    await provider.shutdown();
    const rows = await server.sql(
      `SELECT s.name, s.attributes, s.events->0->>'name' AS event FROM spans s
       JOIN projects p ON p.id = s.project_id WHERE p.name = $1`,
      [name],
    );
    expect(rows).toEqual([
      {
        name: 'ask',
        attributes: expect.objectContaining({
          'llm.model_name': 'gpt-4o',
          'llm.token_count.prompt': 12,
          ratio: 0.5,
          on: true,
        }) as unknown,
        event: 'exception',
      },
    ]);
  });

  it('@arizeai/phoenix-otel', async () => {
    const provider = register({
      projectName: 'phoenix-otel',
      url: server.url,
      batch: false,
      global: false,
    });
    provider.getTracer('test').startSpan('hello').end();
    await provider.forceFlush();
    await provider.shutdown();
    trace.disable();
    const rows = await server.sql(
      `SELECT s.name FROM spans s JOIN projects p ON p.id = s.project_id WHERE p.name = $1`,
      ['phoenix-otel'],
    );
    expect(rows).toEqual([{ name: 'hello' }]);
  });
});
