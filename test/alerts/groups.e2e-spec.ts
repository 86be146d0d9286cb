import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { alertOperations, aRecentTrace, minutesAgo, type Rule } from './alert-operations.js';

interface Groups {
  lastValue: number | null;
  groupBy: string | null;
  firingGroups: { key: string; value: number | null }[];
}

describe('an alert rule with groups', () => {
  let server: TestServer;
  let projectId: number;
  const { create, aRule, whenEvaluated, evaluate, update, listEvents, passTimeOfGroups } =
    alertOperations(() => server);

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await emptyDatabase(server);
    ({ id: projectId } = await aProject(server, { name: 'shop' }));
  });

  const readGroups = async ({ id }: Rule): Promise<Groups> => {
    const { data } = await server.gql<{ node: Groups }>(
      `query ($id: ID!) { node(id: $id) { ... on AlertRule {
         lastValue groupBy firingGroups { key value } } } }`,
      { id },
    );
    return data!.node;
  };
  const aTraceOf = (user: string | null, failed: boolean) =>
    aRecentTrace(server, projectId, 1, { user_id: user, error_count: failed ? 1 : 0 });

  it('fires and resolves for each user, and names them', async () => {
    for (const [user, failed] of [
      ['ada', true],
      ['ada', false],
      ['ben', true],
      ['eve', false],
      // Of nobody.
      [null, true],
    ] as const) {
      await aTraceOf(user, failed);
    }
    const rule = await aRule(projectId, {
      name: 'Errors',
      measure: 'ERROR_RATE',
      groupBy: 'USER',
      threshold: 0.4,
      quietMinutes: 10,
    });
    expect(await whenEvaluated(rule)).toMatchObject({ state: 'FIRING', lastValue: 1 });
    expect(await readGroups(rule)).toEqual({
      lastValue: 1,
      groupBy: 'USER',
      firingGroups: [
        { key: 'ben', value: 1 },
        { key: 'ada', value: 0.5 },
      ],
    });
    const [fired] = await listEvents(projectId);
    expect(fired!.summary).toBe(
      'Alert "Errors" in the project "shop": the error rate of traces by user in the last 15 minutes is 100% for "ben" and 50% for "ada" (fires above 40%).',
    );

    await server.sql(`UPDATE traces SET error_count = 0 WHERE user_id = 'ada'`);
    await evaluate(rule);
    await passTimeOfGroups(11);
    expect(await evaluate(rule)).toMatchObject({ state: 'FIRING' });
    expect((await readGroups(rule)).firingGroups).toEqual([{ key: 'ben', value: 1 }]);
    // Whoever no longer appears is no longer beyond the threshold.
    await server.sql(`DELETE FROM traces WHERE user_id = 'ben'`);
    await evaluate(rule);
    await passTimeOfGroups(11);
    expect(await evaluate(rule)).toMatchObject({ state: 'OK' });
    const summaries = (await listEvents(projectId)).map(({ state, summary }) => [
      state,
      summary.replace(/.* minutes is /, ''),
    ]);
    expect(summaries).toEqual([
      ['OK', 'unknown for "ben" (fires above 40%).'],
      ['OK', '0% for "ada" (fires above 40%).'],
      ['FIRING', '100% for "ben" and 50% for "ada" (fires above 40%).'],
    ]);
  }, 90_000);

  it('measures models, and an attribute, of spans', async () => {
    for (const [model, tenant, prompt_tokens] of [
      ['small', 'acme', 10],
      ['large', 'acme', 500],
      ['large', 'duff', 700],
    ] as const) {
      await aSpan(server, {
        project_id: projectId,
        start_time: minutesAgo(2),
        end_time: minutesAgo(1),
        kind: 'LLM',
        prompt_tokens,
        model_name: model,
        attributes: { 'metadata.tenant': tenant },
      });
    }
    const part = { target: 'SPANS', measure: 'TOKENS', threshold: 400 };
    const byModel = await aRule(projectId, { ...part, groupBy: 'MODEL' });
    const byTenant = await aRule(projectId, {
      ...part,
      comparison: 'BELOW',
      threshold: 600,
      groupBy: 'ATTRIBUTE',
      groupAttribute: 'metadata.tenant',
    });
    await whenEvaluated(byModel);
    await whenEvaluated(byTenant);
    expect((await readGroups(byModel)).firingGroups).toEqual([{ key: 'large', value: 1_200 }]);
    expect((await readGroups(byTenant)).firingGroups).toEqual([{ key: 'acme', value: 510 }]);
  }, 90_000);

  it.each([
    ['ABOVE', 0, (user: number) => user > 10],
    ['BELOW', 1_000, (user: number) => user <= 50],
  ] as const)(
    'watches the fifty groups that are furthest %s its threshold',
    async (comparison, threshold, isWatched) => {
      await server.sql(
        `INSERT INTO traces (project_id, trace_id, start_time, end_time, span_count, user_id, error_count)
         SELECT $1, md5(u::text || ' ' || n), now() - interval '1 min', now(), 1, 'user ' || u, 0
           FROM generate_series(1, 60) u, generate_series(1, u) n`,
        [projectId],
      );
      const rule = await aRule(projectId, { groupBy: 'USER', comparison, threshold });
      await whenEvaluated(rule);
      const { firingGroups } = await readGroups(rule);
      const watched = firingGroups.map(({ key }) => Number(key.slice(5))).toSorted((a, b) => a - b);
      expect(watched).toEqual(
        Array.from({ length: 60 }, (_, index) => index + 1).filter(isWatched),
      );
      const { statements } = await server.countQueries(() =>
        server.gql(`mutation ($id: ID!) { testAlertRule(input: { id: $id }) { value } }`, {
          id: rule.id,
        }),
      );
      expect(statements.filter((text) => text.includes('ranked AS MATERIALIZED'))).toHaveLength(1);
    },
    90_000,
  );

  it('forgets its groups when it is grouped by something else', async () => {
    await aTraceOf('ada', true);
    const rule = await aRule(projectId, { measure: 'ERROR_RATE', groupBy: 'USER', threshold: 0.5 });
    await whenEvaluated(rule);
    await update({ id: rule.id, groupBy: 'NAME', isEnabled: false });
    expect(await readGroups(rule)).toMatchObject({ groupBy: 'NAME', firingGroups: [] });
    await update({ id: rule.id, groupBy: null });
    expect(await readGroups(rule)).toMatchObject({ groupBy: null });
  }, 90_000);

  it.each([
    [{ groupBy: 'MODEL' }, /^TRACES cannot be grouped by MODEL/],
    [{ groupBy: 'USER', baseline: 'LAST_WEEK' }, /cannot be compared with a week earlier/],
    [{ groupBy: 'ATTRIBUTE' }, /attribute is required/],
    [{ groupBy: 'USER', groupAttribute: 'metadata.tenant' }, /has a group attribute/],
  ])('is refused with %j', async (part, reason) => {
    const { errors } = await create(projectId, part);
    expect(errors?.[0]?.message).toMatch(reason);
  });

  it('is previewed by the group that is furthest beyond', async () => {
    for (const user of ['ada', 'ada', 'ben']) await aTraceOf(user, false);
    const { data } = await server.gql<{ node: Record<string, { value: number }[]> }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         high: alertPreview(measure: COUNT, windowMinutes: 15, groupBy: USER) { value }
         low: alertPreview(measure: COUNT, windowMinutes: 15, groupBy: USER, comparison: BELOW) { value } } } }`,
      { id: globalId('Project', projectId) },
    );
    expect([data!.node['high']!.at(-1)!.value, data!.node['low']!.at(-1)!.value]).toEqual([2, 1]);
  });
});
