import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { ExporterHealth } from '../../support/built.js';
import { eventually } from '../../support/eventually.js';
import { sendFrom, type SentSpan, text } from './sent-spans.js';

const MINUTE_MS = 60_000;

interface Exporter {
  service_name: string | null;
  sdk_name: string | null;
  sdk_language: string | null;
  key_name: string | null;
  http_json_requests: number;
  spans: number;
  spans_today: number;
  refused: number;
  refused_today: number;
  last_refusal_reason: string | null;
  late: number;
  clock_ahead_ms: number;
  problems: { kind: string; message: string; advice: string }[];
}

describe('the exporters of a project', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const asMember = (): Record<string, string> => cookieOf(server.accounts.MEMBER);
  const list = async (project: string, headers = asMember()): Promise<Exporter[]> => {
    const { body } = await server.request.get(`/v1/projects/${project}/exporters`).set(headers);
    return body.data ?? [];
  };
  const listed = async (project: string, isReady: (found: Exporter[]) => boolean) => {
    await eventually('the exporters to be written', async () => {
      await server.app.get(ExporterHealth, { strict: false }).flush();
      return isReady(await list(project));
    });
    return list(project);
  };
  const post = (project: string, service: string, spans: SentSpan[], headers = asMember()) =>
    sendFrom(server.url, project, service, spans, headers);

  it('are counted by service and key, with what is wrong with each', async () => {
    await post('watched', 'shop', [{}, { endedMs: 2_000 }]);
    await post('watched', 'shop', [{}, { spanId: '' }]);
    await post('watched', 'ahead', [{ endedMs: -4.5 * MINUTE_MS }]);
    await post('watched', 'late', [{ endedMs: 25.5 * MINUTE_MS }]);
    await post('watched', 'keyed', [{}], bearer(server.accounts.MEMBER.key));
    const found = await listed('watched', (rows) => rows.length === 4);
    const byName = new Map(found.map((one) => [one.service_name, one]));
    expect(byName.get('shop')).toMatchObject({
      sdk_name: 'opentelemetry',
      sdk_language: 'python',
      key_name: null,
      http_json_requests: 2,
      spans: 3,
      spans_today: 3,
      refused: 1,
      refused_today: 1,
      last_refusal_reason: 'missing_span_id',
      problems: [{ kind: 'REFUSED' }],
    });
    expect(byName.get('shop')!.problems[0]!.message).toMatch(
      /^1 span refused today, the last one \d+ seconds? ago: missing_span_id\.$/,
    );
    expect(byName.get('ahead')!.problems).toMatchObject([
      { kind: 'CLOCK_AHEAD', message: 'Its clock is 4 minutes ahead.' },
    ]);
    expect(byName.get('late')).toMatchObject({
      late: 1,
      problems: [{ message: 'Its newest spans arrive 25 minutes after they end.' }],
    });
    expect(byName.get('keyed')).toMatchObject({ problems: [] });
    expect(byName.get('keyed')!.key_name).toEqual(expect.any(String));
    const seenByViewer = await list('watched', cookieOf(server.accounts.VIEWER));
    expect(seenByViewer.map((one) => one.key_name)).toEqual([null, null, null, null]);
  });

  it('are the same over GraphQL', async () => {
    await post('graph', 'shop', [{}, { spanId: '' }]);
    await listed('graph', (rows) => rows.length === 1);
    const query = `{ getProjectByName(name: "graph") { exporters {
      serviceName sdkName sdkVersion sdkLanguage keyName spanCount refusedCountToday clockAheadMs
      httpJsonRequestCount problems { kind advice } } } }`;
    const { data } = await server.gqlAs<{ getProjectByName: { exporters: object[] } }>(
      cookieOf(server.accounts.VIEWER),
      query,
    );
    expect(data!.getProjectByName.exporters).toEqual([
      {
        serviceName: 'shop',
        sdkName: 'opentelemetry',
        sdkVersion: '1.38.0',
        sdkLanguage: 'python',
        keyName: null,
        spanCount: 1,
        refusedCountToday: 1,
        clockAheadMs: expect.any(Number),
        httpJsonRequestCount: 1,
        problems: [{ kind: 'REFUSED', advice: expect.stringContaining('send the spans again') }],
      },
    ]);
  });

  it('are silent after an hour, and start each day at zero', async () => {
    await post('silent', 'shop', [{}, { spanId: '' }]);
    await listed('silent', (rows) => rows.length === 1);
    await server.sql(
      `UPDATE exporters SET last_seen_at = last_seen_at - interval '3 hours', day = day - 1
        WHERE project_id = (SELECT id FROM projects WHERE name = 'silent')`,
    );
    const [before] = await list('silent');
    expect(before).toMatchObject({
      spans: 1,
      spans_today: 0,
      refused_today: 0,
      problems: [{ kind: 'SILENT', message: 'Not seen for 3 hours.' }],
    });
    await post('silent', 'shop', [{}]);
    const [after] = await listed('silent', ([one]) => one!.spans === 2);
    expect(after).toMatchObject({ spans_today: 1, refused: 1, refused_today: 0, problems: [] });
  });

  it('are at most a hundred, those seen last', async () => {
    for (let at = 0; at < 130; at++) await post('many', `service ${at}`, [{}]);
    const found = await listed('many', (rows) => rows[0]?.service_name === 'service 129');
    expect(found).toHaveLength(100);
    const names = found.map((one) => one.service_name);
    expect(names).toContain('service 129');
    expect(names).not.toContain('service 1');
  });

  it('have masked names, and go with their project', async () => {
    const { body } = await server.request
      .post('/v1/projects')
      .set(cookieOf(server.accounts.ADMIN))
      .send({ name: 'masked exporters' });
    const { id } = (body as { data: { id: string } }).data;
    const patch = `mutation ($input: PatchProjectMaskingInput!) {
      patchProjectMasking(input: $input) { query { __typename } } }`;
    const rules = { keys: [], kinds: ['EMAIL'], patterns: [] };
    await server.gqlAs(cookieOf(server.accounts.ADMIN), patch, {
      input: { projectId: id, rules },
    });
    await post('masked exporters', 'ada@example.com', [{}]);
    await post('masked exporters', 'bob@example.com', [{}]);
    const [exporter, ...others] = await listed('masked exporters', ([one]) => one?.spans === 2);
    expect(others).toEqual([]);
    expect(exporter).toMatchObject({ service_name: '[email]', http_json_requests: 2 });
    await server.request
      .delete('/v1/projects/masked exporters')
      .set(cookieOf(server.accounts.ADMIN))
      .expect(204);
    const left = await server.sql("SELECT FROM exporters WHERE service_name = '[email]'");
    expect(left).toEqual([]);
  });

  it('may have hostile names', async () => {
    await post('hostile', '\0\ud800<script>'.repeat(500), [{}]);
    const wide = () =>
      Array.from({ length: 400 }, () => String.fromCharCode(0x4e00 + Math.random() * 20_000)).join(
        '',
      );
    const attributes = [
      text('openinference.project.name', 'hostile'),
      ...[
        'service.name',
        'telemetry.sdk.name',
        'telemetry.sdk.version',
        'telemetry.sdk.language',
      ].map((key) => text(key, wide())),
      { key: 'service.name.more', value: { intValue: 'x' } },
    ];
    const span = { traceId: '', spanId: '', name: 'x' };
    await server.request
      .post('/v1/traces')
      .set({ ...asMember(), 'content-type': 'application/json' })
      .send({ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }] })
      .expect(200);
    const found = await listed('hostile', (rows) => rows.length === 2);
    const names = found.map((one) => one.service_name!);
    expect(names.map((name) => name.length)).toEqual([200, 200]);
    expect(names.join()).toMatch(/\uFFFD\uFFFD<script>/);
  });

  it('need an existing project', async () => {
    await server.request.get('/v1/projects/nope/exporters').set(asMember()).expect(404);
  });
});
