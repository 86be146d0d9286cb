import { aSpanAnnotation } from '../../support/factories/annotation.js';
import { markChanged } from '../../support/factories/changed-quarters.js';
import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { sendSessions } from '../conditions/judged-sessions.js';
import { aggregate, ATTRIBUTE, ENTITIES } from './charted-rows.js';
import {
  aggregationsOf,
  BIN_COUNT,
  DAYS,
  expectGroups,
  inRange,
  RANGE,
  toClose,
} from './expected-groups.js';

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

describe('the charts of a project', () => {
  let server: TestServer;
  let id: string;

  beforeAll(async () => {
    server = await startTestServer();
    id = globalId('Project', await sendSessions(server, 'charted'));
  });
  afterAll(() => server.stop());

  async function send(charts: object[], variables: object = {}) {
    const fields = charts.map(
      (_, at) => `c${at}: chartSeries(chart: $c${at}, timeRange: $range, timeBinConfig: $bins) {
        bins otherCount isEstimated groups { key isOther value rowCount values } }`,
    );
    const declared = charts.map((_, at) => `$c${at}: ChartInput!`).join(', ');
    return server.gql<{ node: Record<string, Series> }>(
      `query ($id: ID!, $range: TimeRange!, $bins: TimeBinConfig, ${declared}) {
         node(id: $id) { ... on Project { ${fields.join(' ')} } } }`,
      {
        id,
        range: RANGE,
        bins: DAYS,
        ...Object.fromEntries(charts.map((chart, at) => [`c${at}`, toChart(chart)])),
        ...variables,
      },
    );
  }
  const toChart = (chart: object) => ({
    entity: 'SPANS',
    kind: 'LINES',
    aggregation: 'COUNT',
    ...chart,
  });

  async function read(charts: object[], variables: object = {}): Promise<Series[]> {
    const { data, errors } = await send(charts, variables);
    expect(errors).toBeUndefined();
    return charts.map((_, at) => data!.node[`c${at}`]!);
  }

  async function refuse(chart: object, variables: object = {}) {
    const { errors } = await send([chart], variables);
    return { code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
  }

  const toInput = (aggregation: string, of: string | null) => ({
    aggregation,
    ...(aggregation === 'MEAN_SCORE' ? { annotation: of } : { measure: of }),
  });

  it.each(ENTITIES)('aggregate %s in every way, grouped or not', async (entity) => {
    const rows = inRange(entity);
    expect(rows.length).toBeGreaterThan(5);
    const groupings = [null, ...Object.keys(rows[0]!.groups)];
    for (const [aggregation, of] of aggregationsOf(entity)) {
      const charts = groupings.map((groupBy) => ({
        ...toInput(aggregation, of),
        entity,
        groupBy,
        groupLimit: 2,
        attribute: ATTRIBUTE,
      }));
      const found = await read(charts);
      for (const [at, groupBy] of groupings.entries()) {
        const expected = expectGroups(rows, aggregation, of, groupBy, 2);
        // Rollups do not know how many of the traces have a price.
        const isRolledCost =
          entity === 'TRACES' && of === 'COST' && aggregation === 'SUM' && !groupBy;
        if (isRolledCost) expected.groups[0]!.rowCount = rows.length;
        const { bins, ...values } = found[at]!;
        expect({ aggregation, of, groupBy, ...values }).toEqual({
          aggregation,
          of,
          groupBy,
          ...expected,
        });
        expect(bins).toHaveLength(BIN_COUNT);
      }
    }
  });

  it('apply conditions on what they count', async () => {
    const [spans, traces, sessions] = await read([
      { condition: "span_kind == 'LLM'", groupBy: 'STATUS' },
      { entity: 'TRACES', condition: 'error_count > 0', aggregation: 'SUM', measure: 'COST' },
      { entity: 'SESSIONS', condition: 'num_traces > 2' },
    ]);
    const llm = inRange('SPANS').filter(({ groups }) => groups['SPAN_KIND'] === 'LLM');
    expect(spans).toMatchObject(expectGroups(llm, 'COUNT', null, 'STATUS', 10));
    const failed = inRange('TRACES').filter((row) => row.failed);
    expect(traces).toMatchObject(expectGroups(failed, 'SUM', 'COST', null, 10));
    expect(sessions!.groups[0]!.value).toBeGreaterThan(0);
    expect(sessions!.groups[0]!.value).toBeLessThan(inRange('SESSIONS').length);
  });

  it('have no bins if they are about the whole range', async () => {
    const [ranking, number, all] = await read([
      { kind: 'RANKING', aggregation: 'P95', measure: 'LATENCY_MS', groupBy: 'NAME' },
      { kind: 'NUMBER', aggregation: 'ERROR_RATE', entity: 'TRACES' },
      { kind: 'NUMBER' },
    ]);
    expect([ranking!.bins, number!.bins]).toEqual([[], []]);
    expect(ranking!.groups.map(({ values }) => values)).toEqual(ranking!.groups.map(() => []));
    const { value } = aggregate(inRange('TRACES'), 'ERROR_RATE', null)!;
    expect(number!.groups).toMatchObject([{ key: null, value: toClose(value) }]);
    expect(all!.groups).toMatchObject([{ value: inRange('SPANS').length }]);
  });

  it('are empty where nothing began, and read nothing from an empty range', async () => {
    const empty = { bins: expect.any(Array), groups: [], otherCount: 0, isEstimated: false };
    const early = { start: '2001-01-01T00:00:00Z', end: '2001-01-03T00:00:00Z' };
    expect(await read([{}, { aggregation: 'P50', measure: 'COST' }], { range: early })).toEqual([
      empty,
      empty,
    ]);
    const backwards = { start: RANGE.end, end: RANGE.start };
    expect(await read([{}], { range: backwards })).toEqual([{ ...empty, bins: [] }]);
    const nowhere = globalId('Project', (await aProject(server)).id);
    expect(await read([{ groupBy: 'USER' }], { id: nowhere })).toEqual([empty]);
  });

  it('take one query, or two if they may have to be estimated', async () => {
    const condition = "span_kind == 'LLM'";
    const one = await server.countQueries(() => read([{ condition }]));
    const three = await server.countQueries(() =>
      read([{ condition }, { groupBy: 'USER' }, { entity: 'TRACES', groupBy: 'NAME' }]),
    );
    expect(three.statements.length - one.statements.length).toBe(4);
    for (const statement of three.statements) expect(statement).not.toMatch(/payload|events/);
  });

  it('read rollups if these know all that they show', async () => {
    const charts = [
      {},
      { entity: 'TRACES', aggregation: 'ERROR_RATE' },
      { entity: 'TRACES', aggregation: 'SUM', measure: 'COST' },
      { entity: 'TRACES', aggregation: 'P95', measure: 'LATENCY_MS' },
    ];
    const { statements } = await server.countQueries(() => read(charts));
    // One statement for the bins, and one for the whole range.
    const ofRollups = statements.filter((statement) => statement.includes('FROM day_rollups'));
    expect(ofRollups).toHaveLength(2 * charts.length);
    for (const { isEstimated } of await read(charts)) expect(isEstimated).toBe(false);
  });

  it('are estimated from a sample if there are many rows', async () => {
    const project = await aProject(server);
    const trace = await aTrace(server, { project_id: project.id });
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                          start_time, end_time, prompt_tokens, attributes)
       SELECT $1, 'many-' || n, $2, 'span ' || n % 2, 'LLM', CASE WHEN n % 4 = 0 THEN 'ERROR' ELSE 'OK' END,
              '', '2024-05-03T00:00:00Z', '2024-05-03T00:00:01Z', 10, '{}'
         FROM generate_series(1, 60000) n`,
      [trace.trace_id, project.id],
    );
    await markChanged(server);
    const [exact, grouped, rate, tokens, latency] = await read(
      [
        {},
        { groupBy: 'NAME' },
        { aggregation: 'ERROR_RATE', condition: "span_kind == 'LLM'" },
        { aggregation: 'SUM', measure: 'PROMPT_TOKENS' },
        { aggregation: 'P95', measure: 'LATENCY_MS', kind: 'NUMBER' },
      ],
      { id: globalId('Project', project.id) },
    );
    expect(exact).toMatchObject({ isEstimated: false, groups: [{ value: 60_000 }] });
    for (const chart of [grouped, rate, tokens, latency]) expect(chart!.isEstimated).toBe(true);
    const isNear = (value: number, expected: number) =>
      expect(Math.abs(value / expected - 1)).toBeLessThan(0.1);
    expect(grouped!.groups.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['span 0', 'span 1']),
    );
    for (const { value } of grouped!.groups) isNear(value, 30_000);
    isNear(rate!.groups[0]!.value, 0.25);
    isNear(tokens!.groups[0]!.value, 600_000);
    isNear(latency!.groups[0]!.rowCount, 60_000);
    expect(latency!.groups[0]!.value).toBe(1_000);
  });

  it('give every span the same weight, and survive the largest scores', async () => {
    const project = await aProject(server);
    const ofProject = { project_id: project.id };
    const times = { start_time: '2024-05-03T00:00:00Z', end_time: '2024-05-03T00:00:01Z' };
    const spans = [];
    for (let at = 0; at < 2; at++) spans.push(await aSpan(server, { ...ofProject, ...times }));
    const [first, second] = spans as [(typeof spans)[0], (typeof spans)[0]];
    const annotate = (span: typeof first, name: string, score: number, identifier = '') =>
      aSpanAnnotation(server, span, { name, score, identifier });
    await annotate(first, 'quality', 1);
    await annotate(first, 'quality', 0, 'second');
    await annotate(second, 'quality', 1);
    await annotate(first, 'huge', Number.MAX_VALUE);
    await annotate(second, 'huge', Number.MAX_VALUE);
    const chart = { aggregation: 'MEAN_SCORE', kind: 'NUMBER' };
    const [quality, huge, absent] = await read(
      ['quality', 'huge', "'; DROP TABLE spans --"].map((annotation) => ({ ...chart, annotation })),
      { id: globalId('Project', project.id) },
    );
    expect(quality!.groups).toMatchObject([{ value: 0.75, rowCount: 2 }]);
    expect(huge!.groups).toMatchObject([{ value: 1e290 }]);
    expect(absent!.groups).toEqual([]);
  });

  it('tell missing values from empty ones, and show hostile names as they are', async () => {
    const project = await aProject(server);
    const times = { start_time: '2024-05-03T00:00:00Z', end_time: '2024-05-03T00:00:01Z' };
    const values = ['', '=', null, '__proto__', '<b>', 'x'.repeat(400)];
    for (const user_id of values) {
      await aSpan(server, { project_id: project.id, user_id, ...times });
    }
    const [chart] = await read([{ groupBy: 'USER', kind: 'RANKING' }], {
      id: globalId('Project', project.id),
    });
    expect(chart!.groups.map(({ key }) => key)).toEqual([
      null,
      '',
      '<b>',
      '=',
      '__proto__',
      'x'.repeat(300),
    ]);
  });

  it('point at the fault in a condition', async () => {
    expect(await refuse({ condition: 'latency_ms >' })).toEqual({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/at character 1\d\)/),
    });
    expect(await refuse({ entity: 'TRACES', condition: 'nmae == 1' })).toEqual({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/Unknown name.*at character 1\)/),
    });
  });

  it.each([
    [{ aggregation: 'SUM' }, 'measure is required for the aggregation SUM.'],
    [{ aggregation: 'MEAN_SCORE' }, 'annotation is required for the aggregation MEAN_SCORE.'],
    [{ groupBy: 'ATTRIBUTE' }, 'attribute is required for a group for each value of an attribute.'],
    [
      { entity: 'SESSIONS', groupBy: 'MODEL' },
      'SESSIONS cannot be grouped by MODEL. Choose one of STATUS, USER.',
    ],
    [{ kind: 'NUMBER', groupBy: 'NAME' }, 'A chart that shows one number cannot be grouped.'],
    [
      { kind: 'STACKED_BARS', aggregation: 'ERROR_RATE' },
      'Bars cannot be stacked by ERROR_RATE, because its values do not add up. Choose lines.',
    ],
  ])('refuse %j', async (chart, message) => {
    expect(await refuse(chart)).toEqual({ code: 'BAD_REQUEST', message });
  });

  it.each([
    ['no groups', { groupLimit: 0 }],
    ['too many groups', { groupLimit: 21 }],
    ['an unknown entity', { entity: 'DATASETS' }],
    ['a missing aggregation', { aggregation: null }],
    ['an attribute with NUL', { groupBy: 'ATTRIBUTE', attribute: 'a\0' }],
    ['a long attribute', { groupBy: 'ATTRIBUTE', attribute: 'x'.repeat(501) }],
    ['a long condition', { condition: `name == '${'x'.repeat(8_000)}'` }],
  ])('refuse %s', async (_, chart) => {
    const { code } = await refuse(chart);
    expect(code).toMatch(/BAD_(USER_INPUT|REQUEST)/);
  });

  it('refuse ranges without a start, and too many bins', async () => {
    expect(await refuse({}, { range: { end: RANGE.end } })).toMatchObject({
      message: 'The time range must have a start.',
    });
    expect(await refuse({}, { bins: { scale: 'MINUTE' } })).toMatchObject({
      message: expect.stringContaining('more than 2000 bins'),
    });
  });
});
