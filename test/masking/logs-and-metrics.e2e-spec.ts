import { randomBytes } from 'node:crypto';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { ExporterHealth } from '../support/built.js';
import { globalId } from '../support/global-id.js';
import { JSON_TYPE } from '../ingest/otlp.js';
import { anOtlpLog, jsonLogs, type OtlpLog, protobufLogs } from '../ingest/otlp-logs.js';
import { protobufMetrics } from '../ingest/otlp-metrics.js';
import { PROTOBUF } from '../ingest/otlp.js';
import { MASKED, PATCH, type Rules, RULES, TEXT } from './mask-rules.js';

/** Whatever must not be stored of the texts below. */
const SECRETS = /@e|4242|KD-1|s3cret|"ada"/;

const attribute = (key: string, value: object) => ({ key, value });
const text = (stringValue: string) => ({ stringValue });

describe('masking log records and metrics', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const asAdmin = () => cookieOf(server.accounts.ADMIN);

  async function aMaskedProject(rules: Rules = RULES): Promise<string> {
    const name = `masked ${randomBytes(4).toString('hex')}`;
    const { body } = await server.request.post('/v1/projects').set(asAdmin()).send({ name });
    const projectId = (body as { data: { id: string } }).data.id;
    const input = { projectId, rules };
    expect((await server.gqlAs(asAdmin(), PATCH, { input })).errors).toBeUndefined();
    return name;
  }

  async function post(path: string, project: string, body: string | Uint8Array, type: object) {
    const headers = { ...asAdmin(), ...type, 'x-project-name': project };
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      body: body as RequestInit['body'],
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer()).toString();
  }

  /** All that a table has of a project. */
  async function stored(table: string, project: string): Promise<Record<string, unknown>[]> {
    await server.app.get(ExporterHealth, { strict: false }).flush();
    return server.sql(
      `SELECT t.* FROM ${table} t JOIN projects p ON p.id = t.project_id WHERE p.name = $1 ORDER BY 1`,
      [project],
    );
  }

  const LOGS: OtlpLog[] = [
    {
      body: TEXT,
      severityText: `${'x'.repeat(94)} ${TEXT}`,
      eventName: TEXT,
      attributes: {
        'user.id': 'ada',
        'contacts.bob@example.com': 'x',
        'db.connection.password': 's3cret',
        note: TEXT,
        nested: { deep: [{ 'carol@example.com': TEXT, password: 's3cret' }, TEXT] },
        count: 7,
      },
    },
    {
      body: { login: { password: 's3cret', 'dan@example.com': [TEXT, { text: TEXT }] }, count: 7 },
    },
    { body: [TEXT, { password: 's3cret' }] },
  ];

  it.each([
    [
      'JSON',
      (project: string, service: string) => [
        jsonLogs(LOGS.map(anOtlpLog), { service, project }),
        JSON_TYPE,
      ],
    ],
    [
      'protobuf',
      (project: string, service: string) => [
        protobufLogs(LOGS.map(anOtlpLog), { service, project }),
        PROTOBUF,
      ],
    ],
  ] as const)(
    'covers bodies, attributes, their names and all that is within them, sent as %s',
    async (_, encode) => {
      const project = await aMaskedProject();
      const [body, type] = encode(project, TEXT);
      await post('/v1/logs', project, body as string, type as object);
      const rows = await stored('log_records', project);
      expect(rows).toHaveLength(3);
      expect(JSON.stringify(rows)).not.toMatch(SECRETS);
      const [ofText, ofObject, ofList] = rows;
      expect(ofText).toMatchObject({
        body: MASKED,
        event_name: MASKED,
        service_name: MASKED,
        user_id: '[masked]',
        attributes: {
          'user.id': '[masked]',
          '[email]': 'x',
          'db.connection.password': '[masked]',
          note: MASKED,
          count: 7,
        },
      });
      expect(JSON.stringify(ofText!['attributes'])).toContain(MASKED);
      expect(JSON.parse(ofObject!['body'] as string)).toEqual({
        login: { password: '[masked]', '[email]': [MASKED, { text: MASKED }] },
        count: 7,
      });
      expect(JSON.parse(ofList!['body'] as string)).toEqual([MASKED, { password: '[masked]' }]);
      expect(JSON.stringify(await stored('exporters', project))).not.toMatch(SECRETS);
    },
  );

  it('covers what a span takes from its events', async () => {
    const project = await aMaskedProject();
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    const span = {
      traceId,
      spanId,
      name: 'chat',
      startTimeUnixNano: '1764000000000000000',
      endTimeUnixNano: '1764000001000000000',
    };
    await post(
      '/v1/traces',
      project,
      JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
      JSON_TYPE,
    );
    const event = anOtlpLog({
      traceId,
      spanId,
      eventName: 'gen_ai.user.message',
      body: { content: TEXT, password: 's3cret' },
    });
    await post('/v1/logs', project, jsonLogs([event]), JSON_TYPE);
    expect(JSON.stringify(await stored('log_records', project))).not.toMatch(SECRETS);
    expect(JSON.stringify(await stored('spans', project))).not.toMatch(SECRETS);
  });

  const METRICS = {
    resourceMetrics: [
      {
        resource: { attributes: [attribute('service.name', text(TEXT))] },
        scopeMetrics: [
          {
            metrics: [
              {
                name: `codex.turns of ${TEXT}`,
                unit: `${'u'.repeat(94)} ${TEXT}`,
                gauge: {
                  dataPoints: [
                    {
                      timeUnixNano: '1764000000000000000',
                      asInt: 7,
                      attributes: [
                        attribute('user.id', text('ada')),
                        attribute('contacts.bob@example.com', text('x')),
                        attribute('db.connection.password', text('s3cret')),
                        attribute('note', text(TEXT)),
                        attribute('list', { arrayValue: { values: [text(TEXT)] } }),
                        attribute('nested', {
                          kvlistValue: {
                            values: [
                              attribute('carol@example.com', text(TEXT)),
                              attribute('password', text('s3cret')),
                            ],
                          },
                        }),
                      ],
                    },
                  ],
                },
              },
              {
                name: `other ${TEXT}`,
                gauge: { dataPoints: [{ timeUnixNano: '1764000000000000000', asInt: 7 }] },
              },
            ],
          },
        ],
      },
    ],
  };

  it.each([
    ['JSON', JSON.stringify(METRICS), JSON_TYPE],
    ['protobuf', protobufMetrics(METRICS), PROTOBUF],
  ])('covers names, units and attributes of metrics, sent as %s', async (_, body, type) => {
    const project = await aMaskedProject();
    const answer = await post('/v1/metrics', project, body, type);
    expect(answer).toContain(`other ${MASKED}`);
    const points = await stored('metric_points', project);
    const metrics = await stored('project_metrics', project);
    for (const rows of [points, metrics, await stored('exporters', project)]) {
      expect(rows).not.toEqual([]);
      expect(JSON.stringify(rows)).not.toMatch(SECRETS);
    }
    expect(points).toMatchObject([
      {
        name: `codex.turns of ${MASKED}`,
        value: 7,
        service_name: MASKED,
        attributes: {
          'user.id': '[masked]',
          '[email]': 'x',
          'db.connection.password': '[masked]',
          note: MASKED,
          list: [MASKED],
        },
      },
    ]);
  });

  it('covers what is refused', async () => {
    const project = await aMaskedProject();
    const body = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: TEXT, gauge: 5 }] }] }] };
    expect(await post('/v1/metrics', project, JSON.stringify(body), JSON_TYPE)).not.toMatch(
      SECRETS,
    );
    const log = anOtlpLog({ eventName: TEXT, traceId: 'ab'.repeat(100) });
    expect(await post('/v1/logs', project, jsonLogs([log]), JSON_TYPE)).not.toMatch(SECRETS);
    expect(JSON.stringify(await stored('ingestion_errors', project))).not.toMatch(SECRETS);
  });

  it('lets groups of a chart only see what is masked', async () => {
    const project = await aMaskedProject();
    await post('/v1/metrics', project, JSON.stringify(METRICS), JSON_TYPE);
    const [row] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
      project,
    ]);
    const { data, errors } = await server.gqlAs<{ node: object }>(
      asAdmin(),
      `query ($id: ID!, $chart: ChartInput!) { node(id: $id) { ... on Project {
         metricAttributes(name: "codex.turns of ${MASKED}")
         chartSeries(chart: $chart, timeRange: { start: "2025-11-24T00:00:00Z", end: "2025-11-26T00:00:00Z" }) { groups { key value } } } } }`,
      {
        id: globalId('Project', row!.id),
        chart: {
          entity: 'METRICS',
          metric: `codex.turns of ${MASKED}`,
          kind: 'RANKING',
          aggregation: 'MEAN',
          groupBy: 'ATTRIBUTE',
          attribute: 'note',
        },
      },
    );
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toMatch(SECRETS);
    expect(data!.node).toMatchObject({ chartSeries: { groups: [{ key: MASKED, value: 7 }] } });
  });

  it('leaves other projects alone', async () => {
    await aMaskedProject();
    const project = `open ${randomBytes(4).toString('hex')}`;
    await post('/v1/logs', project, jsonLogs([anOtlpLog({ body: TEXT })]), JSON_TYPE);
    await post('/v1/metrics', project, JSON.stringify(METRICS), JSON_TYPE);
    expect(JSON.stringify(await stored('log_records', project))).toContain(TEXT);
    expect(JSON.stringify(await stored('metric_points', project))).toContain(TEXT);
  });
});
