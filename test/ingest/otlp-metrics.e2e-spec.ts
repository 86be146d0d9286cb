import * as grpc from '@grpc/grpc-js';
import { ExporterHealth } from '../support/built.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { JSON_TYPE, PROTOBUF } from './otlp.js';
import { protobufMetrics, readMetricsResponse } from './otlp-metrics.js';

const START = '1709287200000000000';
const TIME = '1709287260000000000';

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** Metrics of all kinds, in OTLP's JSON mapping. */
const METRICS = [
  {
    name: 'claude_code.token.usage',
    unit: 'tokens',
    sum: {
      aggregationTemporality: 1,
      isMonotonic: true,
      dataPoints: [
        {
          startTimeUnixNano: START,
          timeUnixNano: TIME,
          asInt: '12',
          attributes: [attribute('type', 'input'), attribute('model', 'opus')],
        },
        { startTimeUnixNano: START, timeUnixNano: TIME, asDouble: 0.5 },
      ],
    },
  },
  {
    name: 'gen_ai.client.operation.duration',
    unit: 's',
    histogram: {
      aggregationTemporality: 2,
      dataPoints: [
        {
          startTimeUnixNano: START,
          timeUnixNano: TIME,
          count: '3',
          sum: 4.5,
          bucketCounts: ['1', '2'],
          explicitBounds: [1],
        },
      ],
    },
  },
  { name: 'process.memory', unit: 'By', gauge: { dataPoints: [{ timeUnixNano: TIME, asInt: 7 }] } },
];

const NO_BUCKETS = { bucket_bounds: null, bucket_counts: null };

const requestOf = (metrics: unknown[], attributes: unknown[] = []) => ({
  resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }],
});

describe('OTLP metrics', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const post = (body: string | Uint8Array, headers: Record<string, string>) =>
    fetch(`${server.url}/v1/metrics`, {
      method: 'POST',
      body: body as RequestInit['body'],
      headers,
    });
  const postJson = (body: unknown, project: string) =>
    post(JSON.stringify(body), { ...JSON_TYPE, 'x-project-name': project });
  const stored = (project: string) =>
    server.sql(
      `SELECT m.name, m.kind, m.is_delta, m.time, m.start_time, m.value, m.value_count, m.attributes,
              m.service_name, m.bucket_bounds,
              to_jsonb(m.bucket_counts) AS bucket_counts
         FROM metric_points m JOIN projects p ON p.id = m.project_id
        WHERE p.name = $1 ORDER BY m.id`,
      [project],
    );
  const counted = (project: string) =>
    server.sql(
      `SELECT m.name, m.unit, m.kind, m.point_count, m.kept_count
         FROM project_metrics m JOIN projects p ON p.id = m.project_id
        WHERE p.name = $1 ORDER BY m.name`,
      [project],
    );

  const KEPT = [
    {
      name: 'claude_code.token.usage',
      kind: 'SUM',
      is_delta: true,
      time: '2024-03-01T10:01:00+00:00',
      start_time: '2024-03-01T10:00:00+00:00',
      value: 12,
      value_count: null,
      attributes: { model: 'opus', type: 'input' },
      service_name: 'claude-code',
      ...NO_BUCKETS,
    },
    {
      name: 'claude_code.token.usage',
      kind: 'SUM',
      is_delta: true,
      time: '2024-03-01T10:01:00+00:00',
      start_time: '2024-03-01T10:00:00+00:00',
      value: 0.5,
      value_count: null,
      attributes: {},
      service_name: 'claude-code',
      ...NO_BUCKETS,
    },
    {
      name: 'gen_ai.client.operation.duration',
      kind: 'HISTOGRAM',
      is_delta: false,
      time: '2024-03-01T10:01:00+00:00',
      start_time: '2024-03-01T10:00:00+00:00',
      value: 4.5,
      value_count: 3,
      attributes: {},
      service_name: 'claude-code',
      bucket_bounds: [1],
      bucket_counts: [1, 2],
    },
  ];
  const service = [attribute('service.name', 'claude-code')];

  it('keeps those of agents, and counts the others', async () => {
    const response = await postJson(requestOf(METRICS, service), 'in JSON');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      partialSuccess: {
        rejectedDataPoints: '0',
        errorMessage: expect.stringContaining('not kept: process.memory.'),
      },
    });
    expect(await stored('in JSON')).toEqual(KEPT);
    expect(await counted('in JSON')).toEqual([
      {
        name: 'claude_code.token.usage',
        unit: 'tokens',
        kind: 'SUM',
        point_count: 2,
        kept_count: 2,
      },
      {
        name: 'gen_ai.client.operation.duration',
        unit: 's',
        kind: 'HISTOGRAM',
        point_count: 1,
        kept_count: 1,
      },
      { name: 'process.memory', unit: 'By', kind: 'GAUGE', point_count: 1, kept_count: 0 },
    ]);
  });

  it('reads protobuf, and stores a request that is sent again only once', async () => {
    const headers = { ...PROTOBUF, 'x-project-name': 'in protobuf' };
    const body = protobufMetrics(requestOf(METRICS.slice(0, 2), service));
    for (let time = 0; time < 2; time++) {
      const response = await post(body, headers);
      expect([response.status, await response.text()]).toEqual([200, '']);
    }
    expect(await stored('in protobuf')).toEqual(KEPT);
  });

  it('reads buckets and what goes up and down in the same way from JSON and protobuf', async () => {
    const point = { startTimeUnixNano: START, timeUnixNano: TIME, count: '6', sum: -2.5 };
    const sumOf = (name: string, aggregationTemporality: number) => ({
      name,
      sum: { aggregationTemporality, dataPoints: [{ timeUnixNano: TIME, asInt: 3 }] },
    });
    const body = requestOf([
      {
        name: 'codex.exponential',
        exponentialHistogram: {
          aggregationTemporality: 1,
          dataPoints: [
            {
              ...point,
              scale: -1,
              zeroCount: '1',
              positive: { offset: -1, bucketCounts: ['0', '2'] },
              negative: { offset: 0, bucketCounts: ['3'] },
            },
            { ...point, scale: 20, positive: { offset: 2_000_000_000, bucketCounts: ['6'] } },
          ],
        },
      },
      {
        name: 'codex.contradictory',
        histogram: {
          aggregationTemporality: 2,
          dataPoints: [
            { ...point, bucketCounts: ['1'], explicitBounds: [] },
            { ...point, bucketCounts: ['1', '2', '3'], explicitBounds: [5, 1] },
          ],
        },
      },
      sumOf('codex.queue', 2),
      sumOf('codex.changes', 1),
    ]);
    await postJson(body, 'buckets in JSON');
    const headers = { ...PROTOBUF, 'x-project-name': 'buckets in protobuf' };
    await post(protobufMetrics(body), headers);
    const inJson = await stored('buckets in JSON');
    expect(await stored('buckets in protobuf')).toEqual(inJson);
    expect(
      inJson.map(({ kind, bucket_bounds, bucket_counts }) => [kind, bucket_bounds, bucket_counts]),
    ).toEqual([
      ['HISTOGRAM', [-4, -1, 0, 1, 4], [0, 3, 1, 0, 2, 0]],
      ['HISTOGRAM', null, null],
      ['HISTOGRAM', null, null],
      ['HISTOGRAM', null, null],
      ['GAUGE', null, null],
      ['SUM', null, null],
    ]);
  });

  it('keeps all metrics of a project that asks for them', async () => {
    await postJson(requestOf([]), 'keeps all');
    await postJson(requestOf(METRICS.slice(0, 1)), 'keeps all');
    await server.sql(`UPDATE projects SET keeps_metrics = true WHERE name = 'keeps all'`);
    const response = await postJson(requestOf(METRICS), 'keeps all');
    expect(await response.json()).toEqual({});
    expect(await stored('keeps all')).toHaveLength(6);
  });

  it('lets members decide that a project keeps all metrics', async () => {
    await postJson(requestOf(METRICS), 'asks');
    const { data } = await server.gql<{ project: { id: string; keepsMetrics: boolean } }>(
      '{ project: getProjectByName(name: "asks") { id keepsMetrics } }',
    );
    expect(data!.project.keepsMetrics).toBe(false);
    const patched = await server.gql(
      `mutation ($input: PatchProjectInput!) {
         patchProject(input: $input) { project { keepsMetrics } } }`,
      { input: { id: data!.project.id, keepsMetrics: true } },
    );
    expect(patched.data).toEqual({ patchProject: { project: { keepsMetrics: true } } });
    expect(await (await postJson(requestOf(METRICS, service), 'asks')).json()).toEqual({});
  });

  it('takes an empty request', async () => {
    expect(await (await post('{}', JSON_TYPE)).json()).toEqual({});
    expect((await post(Buffer.alloc(0), PROTOBUF)).status).toBe(200);
  });

  it('rejects single malformed and hostile metrics by name', async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => attribute(`k${at}`, 'v'));
    const point = { timeUnixNano: TIME, asInt: 1 };
    const gaugeOf = (...dataPoints: unknown[]) => ({ name: 'codex.x', gauge: { dataPoints } });
    const response = await postJson(
      requestOf([
        7,
        { name: 'codex.x', gauge: 5 },
        gaugeOf({ asInt: 'many' }),
        { ...gaugeOf(point), name: 'n'.repeat(1025) },
        gaugeOf({ ...point, attributes: many }, { ...point, timeUnixNano: '9223372036854775808' }),
        gaugeOf({ ...point, attributes: [attribute('__proto__', 'a\0')] }, { timeUnixNano: TIME }),
      ]),
      'hostile',
    );
    expect(await response.json()).toMatchObject({
      partialSuccess: {
        rejectedDataPoints: '6',
        errorMessage: expect.stringContaining('too_many_attributes'),
      },
    });
    const [row, ...others] = await stored('hostile');
    expect(others).toEqual([]);
    expect(JSON.stringify(row!['attributes'])).toBe('{"__proto__":"a\ufffd"}');
  });

  it('refuses what is no request', async () => {
    const statuses = [];
    for (const [body, headers] of [
      ['nonsense', PROTOBUF],
      ['{"resourceMetrics":1}', JSON_TYPE],
      ['x', { 'content-type': 'text/plain' }],
    ] as const) {
      statuses.push((await post(body, headers)).status);
    }
    expect(statuses).toEqual([422, 422, 415]);
  });

  it('counts points of senders', async () => {
    await postJson(requestOf(METRICS, service), 'counted');
    await server.app.get(ExporterHealth, { strict: false }).flush();
    const rows = await server.sql(
      `SELECT e.service_name, e.point_count FROM exporters e
         JOIN projects p ON p.id = e.project_id WHERE p.name = 'counted'`,
    );
    expect(rows).toEqual([{ service_name: 'claude-code', point_count: 4 }]);
  });

  it('takes metrics over gRPC', async () => {
    const client = new grpc.Client(server.grpcAddress, grpc.credentials.createInsecure());
    const same = (bytes: Buffer): Buffer => bytes;
    const metadata = new grpc.Metadata();
    metadata.set('x-project-name', 'over gRPC');
    const answer = await new Promise<Buffer>((resolve, reject) => {
      client.makeUnaryRequest(
        '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
        same,
        same,
        protobufMetrics(requestOf(METRICS, service)),
        metadata,
        (error: grpc.ServiceError | null, bytes?: Buffer) =>
          error ? reject(error) : resolve(bytes ?? Buffer.alloc(0)),
      );
    });
    client.close();
    expect(readMetricsResponse(answer).partialSuccess?.errorMessage).toContain('process.memory');
    expect(await stored('over gRPC')).toEqual(KEPT);
  });
});
