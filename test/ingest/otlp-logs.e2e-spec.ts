import { gzipSync } from 'node:zlib';
import * as grpc from '@grpc/grpc-js';
import { ExporterHealth } from '../support/built.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { JSON_TYPE, newSpanId, newTraceId, PROTOBUF } from './otlp.js';
import {
  anOtlpLog,
  jsonLogs,
  type OtlpLog,
  postLogs,
  protobufLogs,
  readLogsResponse,
} from './otlp-logs.js';

interface StoredLog {
  project: string;
  time: string;
  observed_time: string | null;
  severity_number: number;
  severity_text: string | null;
  event_name: string | null;
  body: string | null;
  is_json_body: boolean;
  attributes: Record<string, unknown>;
  trace_id: string | null;
  span_id: string | null;
  service_name: string | null;
  scope_name: string | null;
  user_id: string | null;
}

describe('OTLP log records', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ SPANDREL_INGEST_MAX_INFLATED_MIB: '4' });
  });
  afterAll(() => server.stop());

  const stored = (project: string) =>
    server.sql<StoredLog>(
      `SELECT p.name AS project, l.* FROM log_records l JOIN projects p ON p.id = l.project_id
        WHERE p.name = $1 ORDER BY l.time, l.id`,
      [project],
    );

  const whole: OtlpLog = {
    traceId: newTraceId(),
    spanId: newSpanId(),
    time: 1_709_287_200_120_000_000n,
    observed: 1_709_287_200_130_000_000n,
    severityNumber: 17,
    severityText: 'ERROR',
    eventName: 'tool.failed',
    body: 'It broke.',
    attributes: { 'user.id': 'kim', 'http.status': 500, nested: { a: [1, 'b'] } },
  };

  it.each([
    [
      'protobuf',
      (logs: OtlpLog[], project: string) => protobufLogs(logs, { project, service: 'shop' }),
      PROTOBUF,
    ],
    [
      'JSON',
      (logs: OtlpLog[], project: string) => jsonLogs(logs, { project, service: 'shop' }),
      JSON_TYPE,
    ],
    [
      'protobuf with gzip',
      (logs: OtlpLog[], project: string) =>
        gzipSync(protobufLogs(logs, { project, service: 'shop' })),
      { ...PROTOBUF, 'content-encoding': 'gzip' },
    ],
  ])('stores all of a record sent as %s', async (name, encode, headers) => {
    const response = await postLogs(server.url, encode([whole], `as ${name}`), headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(headers['content-type']);
    expect(await response.text()).toBe(name === 'JSON' ? '{}' : '');
    expect(await stored(`as ${name}`)).toEqual([
      {
        id: expect.any(Number),
        project_id: expect.any(Number),
        project: `as ${name}`,
        time: '2024-03-01T10:00:00.120000+00:00',
        observed_time: '2024-03-01T10:00:00.130000+00:00',
        severity_number: 17,
        severity_text: 'ERROR',
        event_name: 'tool.failed',
        body: 'It broke.',
        is_json_body: false,
        attributes: { 'user.id': 'kim', 'http.status': 500, nested: { a: [1, 'b'] } },
        trace_id: whole.traceId,
        span_id: whole.spanId,
        service_name: 'shop',
        scope_name: 'logger',
        user_id: 'kim',
      },
    ]);
  });

  it('takes an empty request', async () => {
    const json = await postLogs(server.url, '{}', JSON_TYPE);
    expect([json.status, await json.text()]).toEqual([200, '{}']);
    const protobuf = await postLogs(server.url, Buffer.alloc(0));
    expect([protobuf.status, await protobuf.text()]).toEqual([200, '']);
  });

  it('reads severities by name, an event name first from the attribute, and the time of observation', async () => {
    const record = {
      observedTimeUnixNano: '1709287200130000000',
      severityNumber: 'SEVERITY_NUMBER_WARN2',
      body: { kvlistValue: { values: [{ key: '__proto__', value: { stringValue: 'x' } }] } },
      // Codex' logger says where its code is.
      eventName: 'event src/events.rs:377',
      attributes: [{ key: 'event.name', value: { stringValue: 'claude_code.api_request' } }],
      traceId: '00000000000000000000000000000000',
    };
    const body = {
      resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }],
    };
    await postLogs(server.url, JSON.stringify(body), { ...JSON_TYPE, 'x-project-name': 'by name' });
    expect(await stored('by name')).toMatchObject([
      {
        time: '2024-03-01T10:00:00.130000+00:00',
        severity_number: 14,
        event_name: 'claude_code.api_request',
        body: '{"__proto__":"x"}',
        is_json_body: true,
        trace_id: null,
        span_id: null,
      },
    ]);
  });

  it('stores a request that is sent again only once', async () => {
    const body = protobufLogs([anOtlpLog(), anOtlpLog()], { project: 'sent again' });
    const responses = await Promise.all([1, 2, 3].map(() => postLogs(server.url, body)));
    responses.push(await postLogs(server.url, body));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await stored('sent again')).toHaveLength(2);
  });

  it('stores hostile records safely, and rejects by name what it cannot store', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, 1]));
    const logs = [
      anOtlpLog({
        body: 'a\0b',
        attributes: { __proto__: 'p', 'a\0': 'NUL', constructor: { toString: 1 } },
      }),
      anOtlpLog({ attributes: many }),
      anOtlpLog({ eventName: 'e'.repeat(1025) }),
      anOtlpLog({ time: 2n ** 63n }),
      anOtlpLog({ traceId: 'ab'.repeat(65), spanId: newSpanId() }),
      anOtlpLog({ severityNumber: 900 }),
    ];
    const response = await postLogs(server.url, protobufLogs(logs, { project: 'hostile' }));
    const answer = readLogsResponse(Buffer.from(await response.arrayBuffer()));
    expect(answer.partialSuccess?.rejectedLogRecords).toBe('4');
    for (const reason of [
      'too_many_attributes',
      'name_too_long',
      'time_out_of_range',
      'invalid_id',
    ]) {
      expect(answer.partialSuccess?.errorMessage).toContain(`1 × ${reason}`);
    }
    const rows = await stored('hostile');
    expect(rows.map(({ body }) => body)).toEqual(['a\ufffdb', 'a line']);
    expect(rows.map((row) => row.severity_number)).toEqual([9, 0]);
    expect(Object.keys(rows[0]!.attributes)).toContain('a\ufffd');
    const errors = await server.sql<{ reason: string }>(
      `SELECT e.reason FROM ingestion_errors e JOIN projects p ON p.id = e.project_id
        WHERE p.name = 'hostile' ORDER BY 1`,
    );
    expect(errors.map(({ reason }) => reason)).toEqual([
      'invalid_id',
      'name_too_long',
      'time_out_of_range',
      'too_many_attributes',
    ]);
  });

  it('rejects single malformed records in JSON', async () => {
    const body = {
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                7,
                { body: 'text' },
                { traceId: 'xyz' },
                { severityNumber: 'LOUD' },
                { body: { stringValue: 'good' } },
              ],
            },
          ],
        },
      ],
    };
    const response = await postLogs(server.url, JSON.stringify(body), {
      ...JSON_TYPE,
      'x-project-name': 'malformed',
    });
    expect(await response.json()).toMatchObject({
      partialSuccess: {
        rejectedLogRecords: '4',
        errorMessage: expect.stringContaining('invalid_id'),
      },
    });
    expect(await stored('malformed')).toMatchObject([{ body: 'good' }]);
  });

  it.each([
    ['nonsense', 'nonsense', PROTOBUF, 422],
    ['nonsense in JSON', '{', JSON_TYPE, 422],
    ['a list that is not one', '{"resourceLogs":{}}', JSON_TYPE, 422],
    ['another media type', 'x', { 'content-type': 'text/plain' }, 415],
    ['a body that is too large', 'x'.repeat(4 * 1024 * 1024 + 1), JSON_TYPE, 413],
  ])('refuses %s', async (_name, body, headers, status) => {
    expect((await postLogs(server.url, body, headers)).status).toBe(status);
  });

  it('makes spans of the events of coding agents, once', async () => {
    const event = (name: string, attributes: Record<string, unknown>) =>
      anOtlpLog({
        eventName: `claude_code.${name}`,
        body: `claude_code.${name}`,
        attributes: { 'session.id': 'session-1', 'prompt.id': 'turn-1', ...attributes },
      });
    const logs = [
      event('user_prompt', { prompt: 'Fix the test.' }),
      event('api_request', { model: 'claude-opus', input_tokens: 12, output_tokens: 3 }),
    ];
    for (let time = 0; time < 2; time++) {
      // Another body each time, so that only the IDs tell that they are the same.
      const extra = anOtlpLog({ body: `time ${time}` });
      const body = protobufLogs([...logs, extra], { project: 'agents' });
      expect(await (await postLogs(server.url, body)).text()).toBe('');
    }
    const spans = await server.sql<{ kind: string; session_id: string }>(
      `SELECT s.kind, s.session_id FROM spans s JOIN projects p ON p.id = s.project_id
        WHERE p.name = 'agents' ORDER BY s.kind`,
    );
    expect(spans).toEqual([
      { kind: 'AGENT', session_id: 'session-1' },
      { kind: 'LLM', session_id: 'session-1' },
    ]);
  });

  it('counts log records of senders', async () => {
    await postLogs(
      server.url,
      protobufLogs([anOtlpLog(), anOtlpLog()], { project: 'counted', service: 'bot' }),
    );
    await server.app.get(ExporterHealth, { strict: false }).flush();
    const rows = await server.sql(
      `SELECT e.service_name, e.log_count, e.span_count, e.http_protobuf_requests
         FROM exporters e JOIN projects p ON p.id = e.project_id WHERE p.name = 'counted'`,
    );
    expect(rows).toEqual([
      { service_name: 'bot', log_count: 2, span_count: 0, http_protobuf_requests: 1 },
    ]);
  });

  it('takes records over gRPC, with the project from the metadata', async () => {
    const client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
    const same = (bytes: Buffer): Buffer => bytes;
    const metadata = new grpc.Metadata();
    metadata.set('x-project-name', 'over gRPC');
    const call = (message: Buffer) =>
      new Promise<Buffer>((resolve, reject) => {
        client.makeUnaryRequest(
          '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
          same,
          same,
          message,
          metadata,
          (error: grpc.ServiceError | null, answer?: Buffer) =>
            error ? reject(error) : resolve(answer ?? Buffer.alloc(0)),
        );
      });
    expect(
      await call(protobufLogs([anOtlpLog({ body: { a: 1 } })], { project: 'x' })),
    ).toHaveLength(0);
    const refused = await call(protobufLogs([anOtlpLog({ time: 2n ** 63n })]));
    expect(readLogsResponse(refused).partialSuccess?.rejectedLogRecords).toBe('1');
    const error = await call(gzipSync('nonsense')).catch((e: grpc.ServiceError) => e);
    expect(error).toMatchObject({ code: grpc.status.INVALID_ARGUMENT });
    client.close();
    expect(await stored('over gRPC')).toMatchObject([{ body: '{"a":1}', is_json_body: true }]);
  });
});
