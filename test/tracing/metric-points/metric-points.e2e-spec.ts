import { JSON_TYPE } from '../../ingest/otlp.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const START = '1709287200000000000';

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });

describe('the metrics of a project', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const send = (metrics: unknown[], project: string) =>
    fetch(`${server.url}/v1/metrics`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-project-name': project },
      body: JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }),
    });

  it('are listed, and added up in series over REST and GraphQL', async () => {
    const at = (minute: number) =>
      String(1_709_287_200_000_000_000n + BigInt(minute) * 60_000_000_000n);
    const points = (kind: 'delta' | 'cumulative', start: string, values: number[], model: string) =>
      values.map((value, minute) => ({
        startTimeUnixNano: kind === 'delta' ? at(minute) : start,
        timeUnixNano: at(minute + 1),
        asInt: value,
        attributes: [attribute('model', model)],
      }));
    const sumOf = (name: string, aggregationTemporality: number, dataPoints: unknown[]) => ({
      name,
      sum: { aggregationTemporality, isMonotonic: true, dataPoints },
    });
    await send(
      [
        sumOf('codex.delta', 1, [
          ...points('delta', START, [1, 2, 3], 'a'),
          ...points('delta', START, [10], 'b'),
        ]),
        // One began before the range, and one starts again.
        sumOf('codex.total', 2, [
          ...points('cumulative', '1709280000000000000', [100, 105, 112], 'old'),
          ...points('cumulative', START, [5, 9, 2], 'new'),
        ]),
      ],
      'series',
    );
    const read = async (name: string, group_by?: string) => {
      const response = await server.request
        .get('/v1/projects/series/metric_series')
        .query({
          name,
          start_time: '2024-03-01T10:00:00Z',
          end_time: '2024-03-01T10:05:00Z',
          bin: 'MINUTE',
          ...(group_by && { group_by }),
        })
        .expect(200);
      const { data } = response.body as {
        data: { key: string | null; points: { value: number | null }[] }[];
      };
      return data.map(({ key, points: read }) => [key, ...read.map(({ value }) => value)]);
    };
    expect(await read('codex.delta')).toEqual([[null, null, 11, 2, 3, null]]);
    expect(await read('codex.delta', 'model')).toEqual([
      ['a', null, 1, 2, 3, null],
      ['b', null, 10, null, null, null],
    ]);
    expect(await read('codex.total', 'model')).toEqual([
      ['new', null, 5, 4, 2, null],
      ['old', null, 0, 5, 7, null],
    ]);
    expect(await read('codex.unknown')).toEqual([]);
    const { data, errors } = await server.gql<{
      project: { sentMetrics: unknown; metricSeries: unknown };
    }>(
      `query ($input: MetricSeriesInput!) { project: getProjectByName(name: "series") {
         sentMetrics { name kind pointCount keptCount }
         metricSeries(input: $input) { key points { timestamp value count } } } }`,
      {
        input: {
          name: 'codex.delta',
          timeRange: { start: '2024-03-01T10:00:00Z', end: '2024-03-01T11:00:00Z' },
        },
      },
    );
    expect(errors).toBeUndefined();
    expect(data!.project).toEqual({
      sentMetrics: [
        { name: 'codex.delta', kind: 'SUM', pointCount: 4, keptCount: 4 },
        { name: 'codex.total', kind: 'SUM', pointCount: 6, keptCount: 6 },
      ],
      metricSeries: [
        {
          key: null,
          points: [
            { timestamp: expect.stringContaining('2024-03-01T10:00:00'), value: 16, count: 4 },
          ],
        },
      ],
    });
    const listed = await server.request.get('/v1/projects/series/metrics').expect(200);
    expect((listed.body as { data: { name: string }[] }).data.map(({ name }) => name)).toEqual([
      'codex.delta',
      'codex.total',
    ]);
    for (const query of [
      '',
      '?name=x',
      '?name=x&start_time=never',
      '?name=x&start_time=2024-03-01&bin=AGE',
    ]) {
      await server.request.get(`/v1/projects/series/metric_series${query}`).expect(422);
    }
  });
});
