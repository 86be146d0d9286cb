import { markChanged } from '../../support/factories/changed-quarters.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import {
  type ModelCost,
  type ModelSpan,
  type ModelTrace,
  sendSessions,
  SESSIONS,
  TRACES,
} from '../conditions/judged-sessions.js';

const DAY_MS = 86_400_000;
/** The first and the last day of the model have no traces. */
const START = Date.UTC(2024, 3, 30);
const END = Date.UTC(2024, 4, 10);
const RANGE = { start: new Date(START).toISOString(), end: new Date(END).toISOString() };
const DAYS = (END - START) / DAY_MS;

const SPANS = TRACES.flatMap((trace) => trace.spans.map((span) => ({ ...span, trace })));
const COUNTS = 'timestamp okCount errorCount unsetCount totalCount';
const LATENCIES = 'timestamp p50 p75 p90 p95 p99 p999 max';
const TOKENS = 'timestamp prompt completion total';
const COSTS = 'timestamp promptCost completionCost totalCost';
const DETAILS =
  'timestamp promptDetails { tokenType tokens } completionDetails { tokenType tokens }';

const failed = ({ status }: ModelSpan) => status === 'ERROR';
const hasFailed = ({ spans }: ModelTrace) => spans.some(failed);
const endOf = ({ offset, latency }: ModelSpan) => offset + latency;
const latencyOf = ({ spans }: ModelTrace) => Math.max(...spans.map(endOf));
const sum = (spans: ModelSpan[], key: 'prompt' | 'completion') =>
  spans.reduce((total, span) => total + (span[key] ?? 0), 0);

interface Point {
  timestamp: string;
  okCount: number;
  errorCount: number;
  totalCount: number;
  max: number | null;
  p50: number | null;
}

const ARGS = `timeRange: $range, timeBinConfig: $bins, filterCondition: $spans,
  traceFilterCondition: $traces, sessionFilterCondition: $sessions`;

describe('the time series of a project', () => {
  let server: TestServer;
  let id: string;

  beforeAll(async () => {
    server = await startTestServer();
    id = globalId('Project', await sendSessions(server, 'series'));
  });
  afterAll(() => server.stop());

  async function ask(field: string, points: string, variables: Record<string, unknown> = {}) {
    return server.gql<{ node: { series: { data: Point[] } } }>(
      `query ($id: ID!, $range: TimeRange!, $bins: TimeBinConfig, $spans: String, $traces: String, $sessions: String) {
         node(id: $id) { ... on Project { series: ${field}(${ARGS}) { data { ${points} } } } } }`,
      { id, range: RANGE, bins: { scale: 'DAY' }, ...variables },
    );
  }

  async function read(field: string, points: string, variables: Record<string, unknown> = {}) {
    const { data, errors } = await ask(field, points, variables);
    expect(errors).toBeUndefined();
    return data!.node.series.data;
  }

  /** The values of each day of the range. */
  const daily = <T, V>(
    items: readonly T[],
    dayOf: (item: T) => number,
    toValue: (items: T[]) => V,
  ) =>
    Array.from({ length: DAYS }, (_, day) => {
      const begin = START + day * DAY_MS;
      const own = items.filter((item) => dayOf(item) >= begin && dayOf(item) < begin + DAY_MS);
      return { timestamp: expect.stringMatching(isoDay(begin)), ...toValue(own) };
    });
  const isoDay = (time: number) => new RegExp(`^${new Date(time).toISOString().slice(0, 19)}`);

  const countSpans = (spans: ModelSpan[]) => ({
    okCount: spans.filter(({ status }) => status === 'OK').length,
    errorCount: spans.filter(failed).length,
    unsetCount: 0,
    totalCount: spans.length,
  });
  const countTraces = (traces: ModelTrace[]) => ({
    okCount: traces.filter((trace) => !hasFailed(trace)).length,
    errorCount: traces.filter(hasFailed).length,
    unsetCount: 0,
    totalCount: traces.length,
  });
  const startOfSpan = ({ trace, offset }: { trace: ModelTrace; offset: number }) =>
    trace.start + offset;
  const startOfTrace = ({ start }: ModelTrace) => start;

  it('count spans, traces and sessions of each bin by status, also of empty ones', async () => {
    expect(await read('spanCountTimeSeries', COUNTS)).toEqual(
      daily(SPANS, startOfSpan, countSpans),
    );
    expect(await read('traceCountByStatusTimeSeries', COUNTS)).toEqual(
      daily(TRACES, startOfTrace, countTraces),
    );
    expect(await read('traceCountTimeSeries', 'timestamp value')).toEqual(
      daily(TRACES, startOfTrace, (traces) => ({ value: traces.length })),
    );
    expect(await read('sessionCountByStatusTimeSeries', COUNTS)).toEqual(
      daily(TRACES, startOfTrace, (traces) => {
        const sessions = Map.groupBy(traces, ({ session }) => session);
        const errorCount = [...sessions.values()].filter((own) => own.some(hasFailed)).length;
        const okCount = sessions.size - errorCount;
        return { okCount, errorCount, unsetCount: 0, totalCount: sessions.size };
      }),
    );
  });

  it('tell spans without a status from successful ones', async () => {
    await server.sql("UPDATE spans SET status_code = 'UNSET' WHERE status_code = 'OK'");
    await markChanged(server);
    const points = await read('spanCountTimeSeries', COUNTS);
    await server.sql("UPDATE spans SET status_code = 'OK' WHERE status_code = 'UNSET'");
    await markChanged(server);
    const swap = (spans: ModelSpan[]) => {
      const { okCount, ...counts } = countSpans(spans);
      return { ...counts, okCount: 0, unsetCount: okCount };
    };
    expect(points).toEqual(daily(SPANS, startOfSpan, swap));
  });

  it('add up tokens', async () => {
    const toTokens = (spans: ModelSpan[]) => {
      const [prompt, completion] = [sum(spans, 'prompt'), sum(spans, 'completion')];
      return { prompt, completion, total: prompt + completion };
    };
    const byTrace = daily(TRACES, startOfTrace, (traces) =>
      toTokens(traces.flatMap(({ spans }) => spans)),
    );
    expect(await read('traceTokenCountTimeSeries', TOKENS)).toEqual(byTrace);
    expect(await read('sessionTokenCountTimeSeries', TOKENS)).toEqual(byTrace);
    expect(await read('spanTokenCountTimeSeries', TOKENS)).toEqual(
      daily(SPANS, startOfSpan, toTokens),
    );
  });

  it('add up costs, which are null without a price', async () => {
    const toCost = (costs: ModelCost[]) => {
      const known = costs.filter(({ cost }) => cost !== null);
      const total = known.reduce((all, { cost }) => all + cost!, 0);
      return known.length === 0 ? null : total;
    };
    const toCosts = (spans: ModelSpan[]) => {
      const costs = spans.flatMap((span) => span.costs);
      return {
        promptCost: toCost(costs.filter(({ isPrompt }) => isPrompt)),
        completionCost: toCost(costs.filter(({ isPrompt }) => !isPrompt)),
        totalCost: toCost(costs),
      };
    };
    const expected = daily(TRACES, startOfTrace, (traces) =>
      toCosts(traces.flatMap(({ spans }) => spans)),
    );
    expect(await read('traceTokenCostTimeSeries', COSTS)).toEqual(expected);
    expect(await read('sessionTokenCostTimeSeries', COSTS)).toEqual(expected);
    expect(await read('spanTokenCostTimeSeries', COSTS)).toEqual(
      daily(SPANS, startOfSpan, toCosts),
    );
    expect(expected.some(({ totalCost }) => totalCost !== null)).toBe(true);
    expect(expected.at(-1)!.totalCost).toBeNull();
  });

  it('explain tokens by type with one query', async () => {
    const toDetails = (spans: ModelSpan[]) => {
      const costs = spans.flatMap((span) => span.costs);
      const list = (types: string[]) =>
        types
          .map((tokenType) => {
            const own = costs.filter(({ type }) => type === tokenType);
            return { tokenType, tokens: own.reduce((all, { tokens }) => all + tokens, 0) };
          })
          .filter(({ tokens }) => tokens > 0);
      return {
        promptDetails: list(['input', 'cache_read']),
        completionDetails: list(['output']),
      };
    };
    const byTrace = daily(TRACES, startOfTrace, (traces) =>
      toDetails(traces.flatMap(({ spans }) => spans)),
    );
    const { result, statements } = await server.countQueries(() =>
      read('traceTokenCountTimeSeries', DETAILS),
    );
    expect(result).toEqual(byTrace);
    expect(statements.filter((text) => text.includes('span_cost_details'))).toHaveLength(1);
    expect(await read('sessionTokenCountTimeSeries', DETAILS)).toEqual(byTrace);
    expect(await read('spanTokenCountTimeSeries', DETAILS)).toEqual(
      daily(SPANS, startOfSpan, toDetails),
    );
  });

  it('have quantiles of durations, and null for empty bins', async () => {
    const toQuantiles = (latencies: number[]) => {
      if (latencies.length === 0) {
        return Object.fromEntries(NAMES.map(([name]) => [name, null]));
      }
      const sorted = latencies.toSorted((one, other) => one - other);
      return Object.fromEntries(
        NAMES.map(([name, probability]) => {
          const place = probability * (sorted.length - 1);
          const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
          return [name, expect.closeTo(low + (high - low) * (place % 1), 3)];
        }),
      );
    };
    const NAMES: [string, number][] = [
      ['p50', 0.5],
      ['p75', 0.75],
      ['p90', 0.9],
      ['p95', 0.95],
      ['p99', 0.99],
      ['p999', 0.999],
      ['max', 1],
    ];
    const byTrace = daily(TRACES, startOfTrace, (traces) => toQuantiles(traces.map(latencyOf)));
    const series = (name: string) => read(name, LATENCIES);
    expect(await series('traceLatencyMsPercentileTimeSeries')).toEqual(byTrace);
    expect(await series('sessionTraceLatencyMsPercentileTimeSeries')).toEqual(byTrace);
    expect(await series('spanLatencyMsPercentileTimeSeries')).toEqual(
      daily(SPANS, startOfSpan, (spans) => toQuantiles(spans.map(({ latency }) => latency))),
    );
  });

  it('cover only what meets conditions on spans, traces and sessions', async () => {
    const chosen = SESSIONS.filter(({ traces }) => traces.length > 2);
    const traces = chosen
      .flatMap((session) => session.traces)
      .filter(({ spans }) => spans.length > 3);
    const variables = {
      spans: "span_kind == 'TOOL'",
      traces: 'num_spans > 3',
      sessions: 'num_traces > 2',
    };
    const isTool = ({ kind }: ModelSpan) => kind === 'TOOL';
    expect(traces.some(({ spans }) => spans.some(isTool))).toBe(true);
    expect(await read('traceCountByStatusTimeSeries', COUNTS, variables)).toEqual(
      daily(
        traces.filter(({ spans }) => spans.some(isTool)),
        startOfTrace,
        countTraces,
      ),
    );
    const spans = traces.flatMap((trace) =>
      trace.spans.filter(isTool).map((span) => ({ ...span, trace })),
    );
    expect(await read('spanCountTimeSeries', COUNTS, variables)).toEqual(
      daily(spans, startOfSpan, countSpans),
    );
  });

  it('have bins of the zone, and count only the range', async () => {
    const range = { start: '2024-05-02T00:30:00Z', end: '2024-05-03T00:00:00Z' };
    const bins = { scale: 'HOUR', step: 12, utcOffsetMinutes: 120 };
    const points = await read('traceCountByStatusTimeSeries', COUNTS, {
      range,
      bins,
    });
    expect(points.map(({ timestamp }) => timestamp.slice(0, 16))).toEqual([
      '2024-05-01T22:00',
      '2024-05-02T10:00',
      '2024-05-02T22:00',
    ]);
    const within = TRACES.filter(
      ({ start }) => start >= Date.parse(range.start) && start < Date.parse(range.end),
    );
    expect(within.length).toBeGreaterThan(0);
    expect(points.reduce((total, { totalCount }) => total + totalCount, 0)).toBe(within.length);
  });

  it('have bins of an hour, and end now, by default', async () => {
    const start = new Date(Date.now() - 3 * 3_600_000).toISOString();
    const points = await read('traceCountTimeSeries', 'timestamp value', {
      range: { start },
      bins: undefined,
    });
    expect([3, 4, 5]).toContain(points.length);
    expect(points.at(-1)!.timestamp.slice(14, 16)).toBe('00');
  });

  it('are empty for an empty range', async () => {
    const range = { start: RANGE.end, end: RANGE.start };
    expect(await read('spanCountTimeSeries', COUNTS, { range })).toEqual([]);
  });

  it('reads the series of many projects with one query', async () => {
    const { statements } = await server.countQueries(() =>
      server.gql(
        `query ($range: TimeRange!) { projects(first: 10) { edges { node {
           traceCountTimeSeries(timeRange: $range) { data { value } } } } } }`,
        { range: RANGE },
      ),
    );
    expect(statements.filter((text) => text.includes('width_bucket'))).toHaveLength(1);
  });

  it.each([
    ['no start', { range: { end: RANGE.end } }, 'The time range must have a start.'],
    ['too many bins', { bins: { scale: 'MINUTE' } }, /more than 2000 bins/],
    ['an unknown scale', { bins: { scale: 'SECOND' } }, /bins\.scale/],
    ['an offset beyond all zones', { bins: { utcOffsetMinutes: 841 } }, /utcOffsetMinutes|840/],
    ['bins of no units', { bins: { step: 0 } }, /step|1/],
    ['bins of too many units', { bins: { step: 1001 } }, /step|1000/],
    ['an invalid time', { range: { start: 'yesterday' } }, /range\.start/],
    ['no range', { range: null }, /range/],
    ['an invalid condition on spans', { spans: 'span_kind ==' }, /./],
    ['an invalid condition on traces', { traces: 'nothing == 1' }, /nothing/],
    ['an invalid condition on sessions', { sessions: "'" }, /./],
  ])('are refused with %s', async (_, variables, message) => {
    const { data, errors } = await ask('traceCountByStatusTimeSeries', COUNTS, variables);
    expect(data?.node?.series).toBeUndefined();
    expect(errors?.[0]?.message).toMatch(message);
    expect(errors?.[0]?.extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
  });
});
