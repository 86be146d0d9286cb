import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aCounter, aGauge, isoAt, sendMetrics } from '../tracing/metric-points/sent-metrics.js';
import { type Agent, connectAgent } from './agent.js';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString();

describe('the tools for sessions and figures', () => {
  let server: TestServer;
  let agent: Agent;
  let project: { id: number; name: string };

  beforeAll(async () => {
    server = await startTestServer();
    agent = await connectAgent(server.url);
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    project = await aProject(server, { name: 'checkout' });
  });
  afterAll(() => server.stop());

  const aCall = (given: object = {}) =>
    aSpan(server, { project_id: project.id, kind: 'CHAIN', ...given });

  it('lists sessions and the turns of one', async () => {
    for (const [index, name] of ['first', 'second'].entries()) {
      await aCall({
        session_id: 's-1',
        name,
        start_time: at(index * 10),
        end_time: at(index * 10 + 1),
      });
    }
    const { items } = await agent.call('list_sessions', { project: 'checkout' });
    expect(items).toMatchObject([{ session_id: 's-1', trace_count: 2 }]);
    const turns = await agent.call('get_session', { session_id: 's-1', limit: 1 });
    expect(turns).toMatchObject({ project: 'checkout', items: [{ name: 'first' }] });
    const next = await agent.call('get_session', {
      session_id: items[0].id,
      cursor: turns.next_cursor,
    });
    expect(next.items).toMatchObject([{ name: 'second' }]);
  });

  it('reads metrics that were sent', async () => {
    await sendMetrics(server.url, 'checkout', [
      aCounter('codex.turns', 'delta', [
        { minute: 0, value: 3, attributes: { model: 'opus' } },
        { minute: 0, value: 1, attributes: { model: 'haiku' } },
      ]),
      aGauge('process.memory', [{ minute: 0, value: 3 }]),
    ]);
    expect(await agent.call('get_sent_metric', { project: 'checkout' })).toMatchObject({
      items: [{ name: 'codex.turns', kind: 'sum', point_count: 2 }],
      not_stored_count: 1,
    });
    const read = (given: object) =>
      agent.call('get_sent_metric', {
        project: 'checkout',
        metric: 'codex.turns',
        aggregation: 'sum',
        start: isoAt(0),
        end: isoAt(60),
        ...given,
      });
    expect(await read({ group_by: 'model', over_time: false })).toMatchObject({
      groups: [
        { key: 'opus', value: 3 },
        { key: 'haiku', value: 1 },
      ],
    });
    const overTime = await read({ condition: "model == 'opus'", bin: 'hour' });
    expect(overTime).toMatchObject({ bin: '1 hour', groups: [{ value: 3, values: [3] }] });
    await expect(read({ aggregation: 'p50' })).rejects.toThrow('P50 does not fit the counter');
    await expect(read({ aggregation: undefined })).rejects.toThrow('aggregation is required');
  });

  it('summarizes a project', async () => {
    await aCall({ name: 'ok', start_time: at(0), end_time: at(1) });
    const bad = await aCall({
      name: 'bad',
      status_code: 'ERROR',
      status_message: 'no route',
      start_time: at(1),
      end_time: at(4),
    });
    const answer = await agent.call('summarize_project', {
      project: 'checkout',
      start: at(0),
      end: at(50),
    });
    expect(answer).toMatchObject({
      project: 'checkout',
      trace_count: 2,
      failed_trace_count: 1,
      errors: [
        {
          message: 'no route',
          span_count: 1,
          trace_count: 1,
          example_trace_id: bad.trace_id,
          example_link: expect.stringMatching(new RegExp(`/traces/${bad.trace_id}$`)),
        },
      ],
      slowest_spans: [{ name: 'bad', p50_ms: 3000 }, { name: 'ok' }],
    });
    const few = await agent.call('summarize_project', {
      project: globalId('Project', project.id),
      start: at(0),
      end: at(50),
      condition: 'error_count == 0',
    });
    expect(few).toMatchObject({ trace_count: 1, failed_trace_count: 0, errors: [] });
    expect(few.session_count).toBeUndefined();
  });

  it('returns figures over time and by group', async () => {
    for (const [index, model] of ['gpt-5', 'gpt-5', 'claude'].entries()) {
      await aCall({
        kind: 'LLM',
        model_name: model,
        prompt_tokens: 10,
        completion_tokens: index,
        start_time: at(index),
        end_time: at(index + 1),
      });
    }
    const range = { project: 'checkout', start: at(0), end: at(60) };
    const byModel = await agent.call('get_metrics', {
      ...range,
      figure: 'tokens',
      of: 'spans',
      group_by: 'model',
      over_time: false,
    });
    expect(byModel.groups).toEqual([
      { key: 'gpt-5', value: 21, row_count: 2 },
      { key: 'claude', value: 12, row_count: 1 },
    ]);
    const overTime = await agent.call('get_metrics', { ...range, figure: 'count', bin: 'minute' });
    expect(overTime).toMatchObject({
      bins: [expect.any(String)],
      groups: [{ value: 3, values: [3] }],
    });
    const refused = await agent.ask('get_metrics', { ...range, figure: 'mean_score' });
    expect([refused.isError, refused.text]).toEqual([
      true,
      'annotation is required for the aggregation MEAN_SCORE.',
    ]);
  });

  it('describes the filter language with the names of a project', async () => {
    await aCall({ attributes: { 'metadata.tenant': 'acme' } });
    const guide = await agent.call('describe_filter_language', {
      of: 'spans',
      project: 'checkout',
    });
    expect(guide.names_in_project).toContain('metadata["tenant"]');
    const tools = { spans: 'search_spans', traces: 'search_traces', sessions: 'list_sessions' };
    for (const [rows, tool] of Object.entries(tools)) {
      const { examples } = await agent.call('describe_filter_language', { of: rows });
      for (const condition of examples) await agent.call(tool, { project: 'checkout', condition });
    }
  });
});
