import { startTestServer, type TestServer } from '../../support/server.js';
import {
  aCounter,
  aGauge,
  aHistogram,
  isoAt,
  sendMetrics,
  type SentPoint,
} from './sent-metrics.js';

interface Group {
  key: string | null;
  isOther: boolean;
  value: number;
  rowCount: number;
  values: (number | null)[];
}
interface Series {
  bins: string[];
  groups: Group[];
  otherCount: number;
  isEstimated: boolean;
}

const RANGE = { start: isoAt(0), end: isoAt(4) };

describe('the charts of a metric', () => {
  let server: TestServer;
  let id: string;

  beforeAll(async () => {
    server = await startTestServer();
    const of = (model: string, points: SentPoint[]) =>
      points.map((point) => ({ ...point, attributes: { model } }));
    const cumulative = { since: -300 };
    await sendMetrics(server.url, 'metrics', [
      aCounter('codex.delta', 'delta', [
        ...of('a', [
          { minute: 0, value: 1 },
          { minute: 1, value: 2 },
          { minute: 3, value: 3 },
          // Not in the range.
          { minute: -1, value: 50 },
          { minute: 4, value: 50 },
        ]),
        ...of('b', [{ minute: 1, value: 10 }]),
        { minute: 2, value: 4 },
      ]),
      aCounter('codex.total', 'cumulative', [
        // One begins before the range and starts again in it, one begins in it, one is seen first in it.
        ...of('old', [
          { ...cumulative, minute: -1, value: 100 },
          { ...cumulative, minute: 0, value: 105 },
          { ...cumulative, minute: 1, value: 112 },
          { ...cumulative, minute: 2, value: 3 },
        ]),
        ...of('new', [
          { since: 1, minute: 1, value: 5 },
          { since: 1, minute: 3, value: 9 },
        ]),
        ...of('unknown', [
          { ...cumulative, minute: 1, value: 1_000 },
          { ...cumulative, minute: 2, value: 1_001 },
        ]),
      ]),
      aGauge('codex.gauge', [
        ...of('a', [
          { minute: 0, value: 1 },
          { minute: 1, value: 3 },
          { minute: 3, value: -5 },
        ]),
        ...of('b', [{ minute: 0, value: 5 }]),
      ]),
      aHistogram('codex.delta_histogram', 'delta', [
        ...of('a', [
          { minute: 0, value: 1, counts: [2, 0, 0, 0] },
          { minute: 1, value: 12, counts: [0, 0, 4, 0] },
        ]),
        ...of('b', [{ minute: 0, value: 20, counts: [0, 0, 0, 2] }]),
      ]),
      aHistogram('codex.histogram', 'cumulative', [
        { ...cumulative, minute: -1, value: 90, counts: [10, 0, 0, 10] },
        { ...cumulative, minute: 0, value: 94, counts: [10, 2, 0, 10] },
        { ...cumulative, minute: 2, value: 102, counts: [10, 2, 4, 10] },
      ]),
    ]);
    const { data } = await server.gql<{ project: { id: string } }>(
      '{ project: getProjectByName(name: "metrics") { id } }',
    );
    ({ id } = data!.project);
  });
  afterAll(() => server.stop());

  const send = (chart: object, timeRange: object = RANGE) =>
    server.gql<{ node: { chartSeries: Series } }>(
      `query ($id: ID!, $range: TimeRange!, $chart: ChartInput!) {
         node(id: $id) { ... on Project {
           chartSeries(chart: $chart, timeRange: $range, timeBinConfig: { scale: MINUTE, step: 2 }) {
             bins otherCount isEstimated groups { key isOther value rowCount values } } } } }`,
      { id, range: timeRange, chart: { entity: 'METRICS', kind: 'LINES', ...chart } },
    );
  async function read(chart: object, timeRange: object = RANGE): Promise<Series> {
    const { data, errors } = await send(chart, timeRange);
    expect(errors).toBeUndefined();
    return data!.node.chartSeries;
  }
  /** The key, the value and the values of each group. */
  async function list(metric: string, aggregation: string, parts: object = {}) {
    const { groups } = await read({ metric, aggregation, ...parts });
    return groups.map(({ key, isOther, value, values }) => [
      isOther ? 'others' : key,
      value,
      ...values,
    ]);
  }
  async function refuse(chart: object) {
    const { errors } = await send(chart);
    return { code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
  }

  const BY_MODEL = { groupBy: 'ATTRIBUTE', attribute: 'model' };

  it('add up counters, and tell their rate per minute', async () => {
    expect(await list('codex.delta', 'SUM')).toEqual([[null, 20, 13, 7]]);
    expect(await list('codex.delta', 'RATE')).toEqual([[null, 5, 6.5, 3.5]]);
    expect(await list('codex.delta', 'SUM', BY_MODEL)).toEqual([
      ['b', 10, 10, 0],
      ['a', 6, 3, 3],
      [null, 4, 0, 4],
    ]);
    expect(await list('codex.delta', 'RATE', { ...BY_MODEL, groupLimit: 1 })).toEqual([
      ['b', 2.5, 5, 0],
      ['others', 2.5, 1.5, 3.5],
    ]);
    expect(await list('codex.delta', 'SUM', { kind: 'NUMBER' })).toEqual([[null, 20]]);
    const ranking = { ...BY_MODEL, kind: 'RANKING', groupLimit: 2 };
    expect(await list('codex.delta', 'SUM', ranking)).toEqual([
      ['b', 10],
      ['a', 6],
      ['others', 4],
    ]);
  });

  it('compare cumulative points with the one before, also after a restart', async () => {
    expect(await list('codex.total', 'SUM', BY_MODEL)).toEqual([
      ['old', 15, 12, 3],
      ['new', 9, 5, 4],
      ['unknown', 1, 0, 1],
    ]);
    expect(await list('codex.total', 'SUM', { condition: "model == 'new'" })).toEqual([
      [null, 9, 5, 4],
    ]);
  });

  it('show the last and the mean value of gauges', async () => {
    expect(await list('codex.gauge', 'LAST')).toEqual([[null, 0, 4, -5]]);
    expect(await list('codex.gauge', 'LAST', BY_MODEL)).toEqual([
      ['a', -5, 3, -5],
      ['b', 5, 5, null],
    ]);
    expect(await list('codex.gauge', 'MEAN')).toEqual([[null, 1, 3, -5]]);
  });

  it('count the values of histograms, and estimate quantiles by their buckets', async () => {
    const metric = 'codex.delta_histogram';
    expect(await list(metric, 'COUNT')).toEqual([[null, 8, 8, 0]]);
    expect(await list(metric, 'SUM')).toEqual([[null, 33, 33, 0]]);
    expect(await list(metric, 'MEAN', BY_MODEL)).toEqual([
      ['a', 13 / 6, 13 / 6, null],
      ['b', 10, 10, null],
    ]);
    // Half of 8 values are the 2 up to 1 and 2 of the 4 from 2 to 4.
    expect(await list(metric, 'P50')).toEqual([[null, 3, 3, null]]);
    // Nobody knows how far the last bucket goes.
    expect(await list(metric, 'P99')).toEqual([[null, 4, 4, null]]);
    expect(await list(metric, 'P50', { condition: "model == 'a'" })).toEqual([
      [null, 2.5, 2.5, null],
    ]);
    expect(await list('codex.histogram', 'COUNT')).toEqual([[null, 6, 2, 4]]);
    expect(await list('codex.histogram', 'MEAN')).toEqual([[null, 2, 2, 2]]);
    expect(await list('codex.histogram', 'P50')).toEqual([[null, 2.5, 1.5, 3]]);
  });

  it('leave points out whose buckets do not explain their values', async () => {
    const [first, changed] = [
      aHistogram('codex.changed', 'cumulative', [
        { since: -300, minute: 0, counts: [10, 0, 0, 0] },
        { since: -300, minute: 2, counts: [10, 0, 2, 0] },
      ]),
      aHistogram('codex.changed', 'cumulative', [
        { since: -300, minute: 3, counts: [0, 13, 0, 0] },
      ]),
    ];
    await sendMetrics(server.url, 'metrics', [first, changed]);
    expect(await list('codex.changed', 'COUNT')).toEqual([[null, 3, 0, 3]]);
    expect(await list('codex.changed', 'P50')).toEqual([[null, 3, null, 3]]);
  });

  it('have no groups without points, and for a metric that nobody sent', async () => {
    for (const aggregation of ['SUM', 'RATE']) {
      const { groups, otherCount } = await read(
        { metric: 'codex.delta', aggregation },
        { start: isoAt(600), end: isoAt(604) },
      );
      expect([groups, otherCount]).toEqual([[], 0]);
      expect(await list('codex.nothing', aggregation)).toEqual([]);
    }
    expect(await list("'; DROP TABLE metric_points; --", 'P99')).toEqual([]);
    expect(await list('codex.gauge', 'LAST', { condition: "model == 'unheard of'" })).toEqual([]);
    const empty = await read(
      { metric: 'codex.delta', aggregation: 'SUM' },
      { start: isoAt(1), end: isoAt(1) },
    );
    expect(empty.groups).toEqual([]);
  });

  it('refuse what does not fit the metric', async () => {
    const refusals = [
      [{ aggregation: 'SUM' }, 'metric is required for a chart of METRICS.'],
      [{ metric: '', aggregation: 'SUM' }, 'metric is required'],
      [{ metric: 'x'.repeat(501), aggregation: 'SUM' }, '500'],
      [{ metric: 'a\0', aggregation: 'SUM' }, 'NUL'],
      [
        { metric: 'codex.delta', aggregation: 'ERROR_RATE' },
        'METRICS cannot be aggregated by ERROR_RATE',
      ],
      [
        { metric: 'codex.delta', aggregation: 'P50' },
        'P50 does not fit the counter codex.delta. Choose one of SUM, RATE.',
      ],
      [{ metric: 'codex.gauge', aggregation: 'SUM' }, 'SUM does not fit the gauge codex.gauge.'],
      [{ metric: 'codex.histogram', aggregation: 'LAST' }, 'LAST does not fit the histogram'],
      [
        { metric: 'codex.delta', aggregation: 'SUM', groupBy: 'MODEL' },
        'METRICS cannot be grouped by MODEL',
      ],
      [
        { metric: 'codex.delta', aggregation: 'SUM', groupBy: 'ATTRIBUTE' },
        'attribute is required',
      ],
      [{ metric: 'codex.delta', aggregation: 'SUM', ...BY_MODEL, groupLimit: 21 }, '20'],
      [{ metric: 'codex.delta', aggregation: 'SUM', ...BY_MODEL, groupLimit: 0 }, '1'],
      [{ metric: 'codex.gauge', aggregation: 'LAST', kind: 'STACKED_BARS' }, 'Choose lines.'],
      [{ metric: 'codex.delta', aggregation: 'SUM', condition: 'model ==' }, '(at character'],
      [
        { metric: 'codex.delta', aggregation: 'SUM', condition: 'attributes is None' },
        'Select an attribute',
      ],
      [{ entity: 'TRACES', aggregation: 'RATE' }, 'Only METRICS can be aggregated by RATE.'],
    ] as const;
    for (const [chart, message] of refusals) {
      const refusal = await refuse(chart);
      expect(refusal.message).toContain(message);
      expect(refusal.code).not.toBe('INTERNAL_SERVER_ERROR');
    }
  });

  it('take attributes with any name, any value and any number of groups', async () => {
    const names = ['a.b', '__proto__', "'; --", '"$1"', 'constructor', '{}', 'x'.repeat(500)];
    await sendMetrics(server.url, 'metrics', [
      aCounter('codex.hostile', 'delta', [
        {
          minute: 1,
          value: 1,
          attributes: Object.fromEntries(names.map((name) => [name, 'y'.repeat(400)])),
        },
        { minute: 1, value: 1e308, attributes: { size: 3 } },
        { minute: 1, value: 1e308, attributes: { size: 3 } },
        ...Array.from({ length: 500 }, (_, at) => ({
          minute: 2,
          value: 1,
          attributes: { user: `user ${at}` },
        })),
      ]),
    ]);
    for (const attribute of names) {
      const { groups } = await read({
        metric: 'codex.hostile',
        aggregation: 'SUM',
        groupBy: 'ATTRIBUTE',
        attribute,
      });
      expect(groups.map(({ key, rowCount }) => [key, rowCount])).toEqual([
        [null, 502],
        ['y'.repeat(300), 1],
      ]);
      const condition = `attributes[${JSON.stringify(attribute)}] is not None`;
      expect(await list('codex.hostile', 'SUM', { condition })).toEqual([[null, 1, 1, 0]]);
    }
    const bySize = await list('codex.hostile', 'RATE', { condition: 'size == 3' });
    expect(bySize).toEqual([[null, 5e289, 1e290, 0]]);
    const users = await read({
      metric: 'codex.hostile',
      aggregation: 'SUM',
      groupBy: 'ATTRIBUTE',
      attribute: 'user',
      groupLimit: 20,
      condition: 'user is not None',
    });
    expect(users.groups).toHaveLength(21);
    expect(users.otherCount).toBe(480);
    expect(users.groups.at(-1)).toMatchObject({ isOther: true, value: 480 });
  });

  it('are read by an index', async () => {
    const rows = await server.sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT kind FROM metric_points WHERE project_id = 1 AND name = 'x' ORDER BY time DESC LIMIT 1`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
      'metric_points_project_name_time',
    );
  });
});
