import { register } from '@arizeai/phoenix-otel';
import { SpanStatusCode } from '@opentelemetry/api';
import { startTestServer, type TestServer } from '../support/server.js';

/** The published JavaScript exporter, unmodified, against our server. */
describe('@arizeai/phoenix-otel', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.stop());

  it.each([true, false])('sends traces to its project (in batches: %s)', async (batch) => {
    const provider = register({
      projectName: 'sent by otel',
      url: server.url,
      batch,
      global: false,
    });
    const tracer = provider.getTracer('test');
    tracer.startActiveSpan('answer', (span) => {
      span.setAttributes({ 'openinference.span.kind': 'CHAIN', 'input.value': 'Why?' });
      span.recordException(new Error('no idea'));
      span.setStatus({ code: SpanStatusCode.ERROR, message: 'no idea' });
      span.end();
    });
    await provider.forceFlush();
    await provider.shutdown();

    const { body } = await server.request.get('/v1/projects/sent%20by%20otel/spans');
    expect(body.data).toEqual([
      expect.objectContaining({
        name: 'answer',
        span_kind: 'CHAIN',
        status_code: 'ERROR',
        status_message: 'no idea',
        attributes: expect.objectContaining({ 'input.value': 'Why?' }),
        events: [expect.objectContaining({ name: 'exception' })],
      }),
    ]);
  });
});
