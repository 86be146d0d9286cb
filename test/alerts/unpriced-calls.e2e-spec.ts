import { aProject } from '../support/factories/project.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { addModel, addTrace } from '../tracing/costs/acme-calls.js';
import { alertOperations, aRecentTrace } from './alert-operations.js';

interface Tested {
  value: number | null;
  groups: { key: string; value: number }[] | null;
  pricedSpans: { spanCount: number; unpricedSpanCount: number } | null;
}

describe('the test of an alert rule on a cost', () => {
  let server: TestServer;
  const { aRule } = alertOperations(() => server);

  beforeAll(async () => {
    server = await startTestServer();
    await addModel(server, 'acme', '^acme-');
  });
  afterAll(() => server.stop());

  /** Creates a project with calls of models that began a minute ago. Returns its row ID. */
  const aProjectWith = async (name: string, models: string[]): Promise<number> => {
    const { id } = await aProject(server, { name });
    await addTrace(server, name, models, undefined, new Date(Date.now() - 60_000));
    return id;
  };
  const testRule = async (projectId: number, given: object): Promise<Tested> => {
    const { id } = await aRule(projectId, { isEnabled: false, ...given });
    const { data, errors } = await server.gql<{ testAlertRule: Tested }>(
      `mutation ($id: ID!) { testAlertRule(input: { id: $id }) {
         value groups { key value } pricedSpans { spanCount unpricedSpanCount } } }`,
      { id },
    );
    expect(errors).toBeUndefined();
    return data!.testAlertRule;
  };

  it.each([
    ['all', ['acme-1', 'acme-2'], 28, { spanCount: 2, unpricedSpanCount: 0 }],
    ['some', ['acme-1', 'new-1', 'new-2'], 14, { spanCount: 3, unpricedSpanCount: 2 }],
    ['none', ['new-1', 'new-2'], 0, { spanCount: 2, unpricedSpanCount: 2 }],
    ['nothing to price', [], 0, { spanCount: 0, unpricedSpanCount: 0 }],
  ])('counts the calls of its window, if %s have a price', async (name, models, value, counts) => {
    const projectId = await aProjectWith(name, models);
    const parts = [{}, { condition: 'num_spans > 0' }, { target: 'SPANS' }];
    for (const part of parts) {
      const tested = await testRule(projectId, { measure: 'COST', windowMinutes: 5, ...part });
      expect(tested).toEqual({ value, groups: null, pricedSpans: counts });
    }
  });

  it('counts only what meets its condition, and only in its window', async () => {
    const projectId = await aProjectWith('some more', ['acme-1', 'new-1', 'new-2']);
    const old = { token_span_count: 10, unpriced_span_count: 10 };
    await aRecentTrace(server, projectId, 20, old);
    const measure = 'COST';
    expect((await testRule(projectId, { measure, windowMinutes: 15 })).pricedSpans).toEqual({
      spanCount: 3,
      unpricedSpanCount: 2,
    });
    const condition = "name == 'call new-1'";
    const ofSpans = await testRule(projectId, { measure, target: 'SPANS', condition });
    expect(ofSpans.pricedSpans).toEqual({ spanCount: 1, unpricedSpanCount: 1 });
  });

  it('counts the calls of all groups together', async () => {
    const projectId = await aProjectWith('groups', ['acme-1', 'acme-2', 'new-1']);
    const given = { measure: 'COST', target: 'SPANS', groupBy: 'NAME' };
    const { groups, pricedSpans } = await testRule(projectId, given);
    expect(groups).toEqual([
      { key: 'call acme-1', value: 14 },
      { key: 'call acme-2', value: 14 },
    ]);
    expect(pricedSpans).toEqual({ spanCount: 3, unpricedSpanCount: 1 });
  });

  it('counts nothing for other measures', async () => {
    const projectId = await aProjectWith('others', ['new-1']);
    for (const measure of ['COUNT', 'TOKENS', 'LATENCY_P95']) {
      expect((await testRule(projectId, { measure })).pricedSpans).toBeNull();
    }
  });
});
