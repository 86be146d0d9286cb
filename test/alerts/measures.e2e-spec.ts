import { aTraceAnnotation } from '../support/factories/annotation.js';
import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { alertOperations, aRecentTrace, minutesAgo } from './alert-operations.js';

const WEEK_MINUTES = 7 * 24 * 60;

describe('an alert rule', () => {
  let server: TestServer;
  let projectId: number;
  const { aRule, whenEvaluated } = alertOperations(() => server);

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await emptyDatabase(server);
    ({ id: projectId } = await aProject(server));
  });

  const values = async (parts: object[]): Promise<(number | null)[]> => {
    const rules = [];
    for (const part of parts) rules.push(await aRule(projectId, part));
    const found: (number | null)[] = [];
    for (const rule of rules) {
      const { lastValue, lastError } = await whenEvaluated(rule);
      expect(lastError).toBeNull();
      found.push(lastValue);
    }
    return found;
  };

  it('measures traces of its window', async () => {
    for (const [ago, durationMs] of [
      [1, 1_000],
      [2, 2_000],
      [3, 3_000],
      [4, 4_000],
    ] as const) {
      const trace = await aRecentTrace(server, projectId, ago, {
        durationMs,
        error_count: ago === 1 ? 2 : 0,
        prompt_tokens: 100,
        completion_tokens: ago,
        prompt_cost: 0.25,
        completion_cost: 0,
      });
      await aTraceAnnotation(server, trace, { name: 'helpful', score: ago / 10 });
    }
    // Not in the window of five minutes, and of another project.
    await aRecentTrace(server, projectId, 10, { error_count: 1 });
    await aRecentTrace(server, (await aProject(server)).id, 1);
    const windowMinutes = 5;
    const measures = ['COUNT', 'ERROR_RATE', 'LATENCY_P50', 'LATENCY_P95', 'LATENCY_P99'];
    const found = await values([
      ...[...measures, 'TOKENS', 'COST'].map((measure) => ({ measure, windowMinutes })),
      { measure: 'SCORE', annotation: 'helpful', windowMinutes },
      { measure: 'COUNT', windowMinutes: 60 },
    ]);
    const expected = [4, 0.25, 2_500, 3_850, 3_970, 410, 1, 0.25, 5];
    expect(found).toHaveLength(expected.length);
    for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 6);
  }, 90_000);

  it('measures only what meets its condition', async () => {
    for (const [name, status_code] of [
      ['search', 'ERROR'],
      ['search', 'OK'],
      ['answer', 'OK'],
    ] as const) {
      const [start_time, end_time] = [minutesAgo(2), minutesAgo(1)];
      const trace = { project_id: projectId, start_time, end_time };
      await aSpan(server, { ...trace, name, status_code, kind: 'LLM', prompt_tokens: 7 });
    }
    const condition = "name == 'search'";
    const found = await values([
      { target: 'SPANS', measure: 'COUNT', condition },
      { target: 'SPANS', measure: 'ERROR_RATE', condition },
      { target: 'SPANS', measure: 'LATENCY_P95', condition },
      { target: 'SPANS', measure: 'TOKENS', condition },
      { target: 'TRACES', measure: 'COUNT', condition: 'latency_ms > 1000' },
      { target: 'TRACES', measure: 'COUNT', condition: 'latency_ms > 100000' },
    ]);
    expect(found[0]).toBe(2);
    expect(found[1]).toBe(0.5);
    expect(found[2]! / 1_000).toBeCloseTo(60, 0);
    expect(found.slice(3)).toEqual([14, 3, 0]);
  }, 90_000);

  it('compares its window with that of a week earlier', async () => {
    for (const ago of [1, 2, 3]) await aRecentTrace(server, projectId, ago);
    for (const ago of [1, 4]) await aRecentTrace(server, projectId, WEEK_MINUTES + ago);
    const baseline = 'LAST_WEEK';
    const found = await values([
      { baseline, windowMinutes: 15 },
      { baseline, windowMinutes: 15, target: 'SPANS', measure: 'COUNT' },
      { baseline, measure: 'LATENCY_P95' },
    ]);
    // Nothing can be compared with nothing.
    expect(found).toEqual([50, null, 0]);
  }, 90_000);

  it('has no value without traces, except for sums', async () => {
    const found = await values([
      ...['ERROR_RATE', 'LATENCY_P99', 'COUNT', 'TOKENS', 'COST'].map((measure) => ({ measure })),
      { measure: 'SCORE', annotation: 'none' },
    ]);
    expect(found).toEqual([null, null, 0, 0, 0, null]);
  }, 90_000);

  it('can be previewed before it is saved', async () => {
    for (const ago of [1, 2, 100]) await aRecentTrace(server, projectId, ago);
    await aRecentTrace(server, projectId, WEEK_MINUTES + 1);
    const preview = async (args: string) => {
      const { data, errors } = await server.gql<{
        node: { alertPreview: { time: string; value: number | null }[] };
      }>(
        `query ($id: ID!) { node(id: $id) { ... on Project { alertPreview(${args}) { time value } } } }`,
        { id: globalId('Project', projectId) },
      );
      return { points: data?.node.alertPreview, error: errors?.[0]?.message };
    };
    const { points } = await preview('measure: COUNT, windowMinutes: 15');
    expect(points).toHaveLength(96);
    expect(points!.at(-1)!.value).toBe(2);
    expect(points!.map(({ value }) => value).reduce((a, b) => a! + b!)).toBe(3);
    const compared = await preview('measure: COUNT, windowMinutes: 60, baseline: LAST_WEEK');
    expect(compared.points!.at(-1)!.value).toBe(100);
    const { error } = await preview('measure: SCORE, windowMinutes: 60');
    expect(error).toContain('annotation is required');
  }, 90_000);
});
