import { placesOn } from '../projects/access/projects-with-roles.js';
import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { aCounter, aGauge, aHistogram } from '../tracing/metric-points/sent-metrics.js';
import { alertOperations } from './alert-operations.js';

const COUNTER = { target: 'METRICS', metric: 'codex.tokens', measure: 'SUM' };

describe('an alert rule on a metric', () => {
  let server: SecuredServer;
  let project: { id: number; name: string };
  const asAccount = (account: Account) => ({
    app: server.app,
    sql: <Row>(text: string, values?: unknown[]) => server.sql<Row>(text, values),
    gql: <T>(query: string, variables?: Record<string, unknown>) =>
      server.gqlAs<T>(bearer(account.key), query, variables),
  });
  const as = (role: 'MEMBER' | 'VIEWER') => asAccount(server.accounts[role]);
  const { aPlace, anAccount } = placesOn(() => server);
  const { aRule, create, update, whenEvaluated, evaluate, listEvents } = alertOperations(() =>
    as('MEMBER'),
  );

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    project = await aProject(server);
  });
  afterEach(() => server.sql('DELETE FROM alert_rules'));

  /** Sends points, whose minutes count from now. */
  async function send(...metrics: object[]) {
    const now = Date.now();
    const body = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
    const response = await fetch(`${server.url}/v1/metrics`, {
      method: 'POST',
      headers: {
        ...bearer(server.accounts.ADMIN.key),
        'content-type': 'application/json',
        'x-project-name': project.name,
      },
      body: body.replaceAll(
        /"minute:(-?\d+)"/g,
        (_, minute: string) => `"${(now + Number(minute) * 60_000) * 1_000_000}"`,
      ),
    });
    expect(response.status).toBe(200);
  }
  const ofUser = (user: string, minute: number, value: number) => ({
    minute,
    value,
    attributes: { 'user.email': user },
  });

  async function values(parts: object[]): Promise<(number | null)[]> {
    const rules = [];
    for (const part of parts) rules.push(await aRule(project.id, part));
    const found = [];
    for (const rule of rules) {
      const { lastValue, lastError } = await whenEvaluated(rule);
      expect(lastError).toBeNull();
      found.push(lastValue);
    }
    return found;
  }

  it('measures what fits its metric in the window', async () => {
    await send(
      aCounter('codex.tokens', 'delta', [
        ofUser('ada', -1, 10),
        ofUser('ben', -2, 20),
        ofUser('ada', -20, 400),
      ]),
      aGauge('codex.queue', [ofUser('ada', -1, 4), ofUser('ada', -2, 8)]),
      aHistogram('codex.seconds', 'delta', [{ minute: -1, value: 6, counts: [0, 2, 0, 0] }]),
    );
    const windowMinutes = 15;
    const queue = { target: 'METRICS', metric: 'codex.queue', windowMinutes };
    const seconds = { target: 'METRICS', metric: 'codex.seconds', windowMinutes };
    const found = await values([
      { ...COUNTER, windowMinutes },
      { ...COUNTER, windowMinutes: 30 },
      { ...COUNTER, windowMinutes, measure: 'RATE' },
      { ...COUNTER, windowMinutes, condition: "user.email == 'ada'" },
      { ...queue, measure: 'LAST' },
      { ...queue, measure: 'MEAN' },
      { ...seconds, measure: 'COUNT' },
      { ...seconds, measure: 'MEAN' },
      { ...seconds, measure: 'P50' },
    ]);
    const expected = [30, 430, 2, 10, 4, 6, 2, 3, 1.5];
    expect(found).toHaveLength(expected.length);
    for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 6);
  });

  it('takes sums without points as 0, and has no other value then', async () => {
    await send(aGauge('codex.queue', [ofUser('ada', -60, 4)]));
    const nothing = { target: 'METRICS', metric: 'codex.nothing' };
    const found = await values([
      { ...nothing, measure: 'SUM' },
      { ...nothing, measure: 'RATE' },
      { ...nothing, measure: 'COUNT' },
      { ...nothing, measure: 'P99' },
      { ...nothing, metric: 'codex.queue', measure: 'LAST' },
    ]);
    expect(found).toEqual([0, 0, 0, null, null]);
  });

  it('watches each value of an attribute, and names those that fire', async () => {
    await send(aCounter('codex.tokens', 'delta', [ofUser('ada', -1, 10), ofUser('ben', -1, 90)]));
    const grouped = { ...COUNTER, groupBy: 'ATTRIBUTE', groupAttribute: 'user.email' };
    const rule = await aRule(project.id, { ...grouped, name: 'spenders', threshold: 50 });
    await whenEvaluated(rule);
    const [event] = await listEvents(project.id);
    expect(event!.summary).toBe(
      `Alert "spenders" in the project "${project.name}": the sum "codex.tokens" of metrics by "user.email" in the last 15 minutes is 90 for "ben" (fires above 50).`,
    );
    await send(aCounter('codex.tokens', 'delta', [ofUser('ada', -1, 80)]));
    await evaluate(rule);
    const [newest] = await listEvents(project.id);
    expect(newest!.summary).toContain('is 90 for "ada"');
  });

  it('previews its windows', async () => {
    await send(aCounter('codex.tokens', 'delta', [ofUser('ada', -1, 10), ofUser('ben', -70, 90)]));
    const { data, errors } = await as('VIEWER').gql<{
      node: { alertPreview: { value: number | null }[] };
    }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         alertPreview(target: METRICS, metric: "codex.tokens", measure: SUM, windowMinutes: 60) { value } } } }`,
      { id: globalId('Project', project.id) },
    );
    expect(errors).toBeUndefined();
    const previewed = data!.node.alertPreview.map(({ value }) => value);
    expect(previewed.slice(-3)).toEqual([0, 90, 10]);
    expect(previewed).toHaveLength(24);
  });

  it('is refused if it does not fit', async () => {
    await send(aCounter('codex.tokens', 'delta', [ofUser('ada', -1, 10)]));
    const refusals = [
      [{ ...COUNTER, metric: null }, 'metric is required'],
      [{ ...COUNTER, metric: ' ' }, 'must not be empty'],
      [{ ...COUNTER, metric: 'a\0' }, 'NUL'],
      [{ ...COUNTER, metric: 'x'.repeat(3_000) }, 'at most'],
      [{ ...COUNTER, target: 'TRACES', metric: null }, 'TRACES have no measure SUM.'],
      [{ ...COUNTER, target: 'SPANS', measure: 'COUNT' }, 'Only a rule on METRICS has a metric.'],
      [{ ...COUNTER, measure: 'ERROR_RATE' }, 'METRICS have no measure ERROR_RATE.'],
      [
        { ...COUNTER, measure: 'P95' },
        'P95 does not fit the counter codex.tokens. Choose one of SUM, RATE.',
      ],
      [{ ...COUNTER, groupBy: 'USER' }, 'METRICS cannot be grouped by USER'],
      [{ ...COUNTER, groupBy: 'ATTRIBUTE' }, 'attribute is required'],
      [{ ...COUNTER, condition: 'x ==' }, '(at character'],
    ] as const;
    for (const [parts, message] of refusals) {
      const { data, errors } = await create(project.id, parts);
      expect(data ?? null).toBeNull();
      expect(errors?.[0]?.message).toContain(message);
      expect(errors?.[0]?.extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
    }
    const rule = await aRule(project.id, COUNTER);
    const changed = await update({ id: rule.id, measure: 'LAST' });
    expect(changed.errors?.[0]?.message).toContain('LAST does not fit the counter');
    expect(
      (await update({ id: rule.id, target: 'SPANS', measure: 'COUNT', metric: null })).errors,
    ).toBeUndefined();
  });

  it('can only be made, and its metric only be read, by those who may', async () => {
    const place = await aPlace(true);
    project = { id: place.rowId, name: place.name };
    await send(aCounter('codex.tokens', 'delta', [ofUser('ada', -1, 10)]));
    const reader = await anAccount('VIEWER', [[place, 'VIEWER']]);
    const writer = await anAccount('VIEWER', [[place, 'MEMBER']]);
    const by = (account: Account) => alertOperations(() => asAccount(account));
    const start = new Date(Date.now() - 600_000).toISOString();
    const read = (account: Account) =>
      asAccount(account).gql<{ node: { chartSeries: { groups: { value: number }[] } } }>(
        `query ($id: ID!, $start: DateTime!) { node(id: $id) { ... on Project {
           metricAttributes(name: "codex.tokens")
           chartSeries(chart: { entity: METRICS, metric: "codex.tokens", kind: NUMBER, aggregation: SUM },
                       timeRange: { start: $start }) { groups { value } } } } }`,
        { id: place.id, start },
      );
    for (const account of [server.accounts.ADMIN, reader, writer]) {
      expect((await read(account)).data?.node).toEqual({
        metricAttributes: ['user.email'],
        chartSeries: { groups: [{ value: 10 }] },
      });
    }
    expect((await by(reader).create(place.rowId, COUNTER)).errors?.[0]?.extensions.code).toBe(
      'FORBIDDEN',
    );
    expect((await by(writer).create(place.rowId, COUNTER)).errors).toBeUndefined();
    for (const account of [server.accounts.MEMBER, server.accounts.VIEWER]) {
      const { data, errors } = await read(account);
      expect(data?.node ?? null).toBeNull();
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
      expect((await by(account).create(place.rowId, COUNTER)).errors).toHaveLength(1);
    }
  });
});
