import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { anOtlpLog, jsonLogs } from '../../ingest/otlp-logs.js';
import { JSON_TYPE } from '../../ingest/otlp.js';
import { type Place, placesOn } from './projects-with-roles.js';

const TIME = '2024-03-01T10:00:00Z';

describe('log records and metrics of a private project', () => {
  let server: SecuredServer;
  let place: Place;
  const { aPlace, anAccount } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
    place = await aPlace(true);
    const headers = {
      ...bearer(server.accounts.ADMIN.key),
      ...JSON_TYPE,
      'x-project-name': place.name,
    };
    const point = { asInt: 7, timeUnixNano: '1709287260000000000' };
    const metrics = [{ name: 'codex.turns', gauge: { dataPoints: [point] } }];
    const bodies = {
      logs: jsonLogs([anOtlpLog({ body: 'a secret line' })]),
      metrics: JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }),
    };
    for (const [signal, body] of Object.entries(bodies)) {
      const response = await fetch(`${server.url}/v1/${signal}`, { method: 'POST', headers, body });
      if (response.status !== 200) throw new Error(await response.text());
    }
  });
  afterAll(() => server.stop());

  /** The answers of all that reads them, over REST and GraphQL. */
  async function readAll({ key }: Account): Promise<unknown[]> {
    const found: unknown[] = [];
    const paths = [
      'logs',
      'metrics',
      `metric_series?name=codex.turns&start_time=${TIME}&end_time=2024-03-02T10:00:00Z`,
    ];
    for (const path of paths) {
      const { status, text } = await server.request
        .get(`/v1/projects/${encodeURIComponent(place.name)}/${path}`)
        .set(bearer(key));
      found.push([status, text]);
    }
    const range = `{ start: "${TIME}", end: "2024-03-02T10:00:00Z" }`;
    const fields = [
      'logRecords(first: 5) { edges { node { body } } }',
      'sentMetrics { name }',
      'metricAttributes(name: "codex.turns")',
      `metricSeries(input: { name: "codex.turns", timeRange: ${range} }) { key points { value } }`,
      `chartSeries(chart: { entity: METRICS, metric: "codex.turns", kind: NUMBER, aggregation: LAST }, timeRange: ${range}) { groups { value } }`,
      'alertPreview(target: METRICS, metric: "codex.turns", measure: LAST, windowMinutes: 60) { value }',
      'keepsMetrics',
    ];
    for (const field of fields) {
      const { data, errors } = await server.gqlAs(
        bearer(key),
        `query ($id: ID!) { node(id: $id) { ... on Project { ${field} } } }`,
        { id: place.id },
      );
      found.push(errors ? errors[0]?.extensions.code : data);
    }
    return found;
  }

  it('are read by whoever has a role in it', async () => {
    const reader = await anAccount('VIEWER', [[place, 'VIEWER']]);
    for (const account of [reader, server.accounts.ADMIN]) {
      const [logs, metrics, series, ...answers] = await readAll(account);
      expect(logs).toEqual([200, expect.stringContaining('a secret line')]);
      expect(metrics).toEqual([200, expect.stringContaining('codex.turns')]);
      expect(series).toEqual([200, expect.stringContaining('7')]);
      expect(answers).toHaveLength(7);
      for (const answer of answers) expect(answer).toEqual({ node: expect.anything() });
      expect(JSON.stringify(answers)).toContain('a secret line');
      expect(JSON.stringify(answers)).toContain('"groups":[{"value":7}]');
    }
  });

  it('are as unknown to everyone else as the project', async () => {
    const stranger = await anAccount('MEMBER');
    for (const account of [stranger, server.accounts.VIEWER]) {
      const answers = await readAll(account);
      expect(JSON.stringify(answers)).not.toMatch(/secret|"7"|codex/);
      for (const answer of answers) {
        expect(Array.isArray(answer) ? answer[0] : answer).toEqual(
          Array.isArray(answer) ? 404 : 'NOT_FOUND',
        );
      }
    }
  });

  it('are only all kept if someone who may change the project says so', async () => {
    const [reader, writer] = [
      await anAccount('MEMBER', [[place, 'VIEWER']]),
      await anAccount('VIEWER', [[place, 'MEMBER']]),
    ];
    const keep = async ({ key }: Account) => {
      const { errors } = await server.gqlAs(
        bearer(key),
        `mutation ($input: PatchProjectInput!) { patchProject(input: $input) { project { keepsMetrics } } }`,
        { input: { id: place.id, keepsMetrics: true } },
      );
      return errors?.[0]?.extensions.code;
    };
    // Who may only read a project finds nothing to change.
    expect(await keep(reader)).toBe('NOT_FOUND');
    expect(await keep(server.accounts.MEMBER)).toBe('NOT_FOUND');
    expect(await keep(writer)).toBeUndefined();
  });
});
