import { whenPriced } from '../support/background-loops.js';
import { sendTraces, type TraceToSend } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { addModel, callOf } from '../tracing/costs/acme-calls.js';
import { type Agent, connectAgent } from './agent.js';

const DAY_MS = 86_400_000;

/** Tests questions to an agent with nothing but the tools: every step uses the answers to the last one. */
describe('an agent', () => {
  let server: TestServer;
  let agent: Agent;

  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
  const send = (traces: TraceToSend[]) =>
    sendTraces(
      server.url,
      traces.map((trace) => ({ project: 'checkout', ...trace })),
    );

  beforeAll(async () => {
    server = await startTestServer();
    agent = await connectAgent(server.url);
  });
  afterAll(() => server.stop());

  it('answers which traces of yesterday failed in checkout, and why', async () => {
    const failure = (message: string): TraceToSend => ({
      name: 'pay',
      startedAt: daysAgo(1),
      failure: 'payment failed',
      children: [{ name: 'charge card', kind: 'TOOL', failure: message, afterMs: 10 }],
    });
    await send([
      failure('card declined'),
      failure('card declined'),
      failure('gateway timeout'),
      { name: 'pay', startedAt: daysAgo(1) },
      { name: 'pay', startedAt: daysAgo(3), failure: 'too old' },
    ]);
    const range = { project: 'checkout', start: '-36h', end: '-12h' };
    const summary = await agent.call('summarize_project', range);
    expect(summary).toMatchObject({ trace_count: 4, failed_trace_count: 3 });
    expect(summary.errors).toMatchObject([
      { message: 'payment failed', span_count: 3 },
      { message: 'card declined', span_count: 2, trace_count: 2 },
      { message: 'gateway timeout', span_count: 1 },
    ]);
    const { items } = await agent.call('search_traces', { ...range, status: 'error' });
    const timeout = items.find(
      ({ failure: of }: never) => (of as { error: string }).error === 'gateway timeout',
    );
    const trace = await agent.call('get_trace', { trace_id: timeout.trace_id });
    expect(trace.spans.map(({ name, failed }: never) => [name, failed])).toEqual([
      ['pay', true],
      ['charge card', true],
    ]);
    const span = await agent.call('get_span', { span_id: timeout.failure.span_id });
    expect(JSON.stringify(span.events)).toContain('TimeoutError: gateway timeout');
    expect(span.link).toContain(`/traces/${timeout.trace_id}?selectedSpanNodeId=`);
  });

  it('answers which costs exclude calls without a price', async () => {
    await addModel(server, 'Known', '^known-');
    const startedAt = daysAgo(1);
    const children = ['known-1', 'new-1', 'new-2'].map((model) => callOf(model));
    await send([{ project: 'leaving out', name: 'request', startedAt, children }]);
    await whenPriced(server);
    const lacks = { cost_lacks: '2 of 3 calls not priced' };
    const project = 'leaving out';
    expect(await agent.call('get_cost', { project })).toMatchObject(lacks);
    expect(await agent.call('summarize_project', { project, start: '-36h' })).toMatchObject(lacks);
    const { items } = await agent.call('search_traces', { project });
    expect(items).toMatchObject([{ cost_usd: 14, ...lacks }]);
    const calls = await agent.call('search_spans', { project, condition: "span_kind == 'LLM'" });
    const found = new Map(calls.items.map((span: { name: string }) => [span.name, span]));
    expect(found.get('known-1')).toMatchObject({ cost_usd: 14 });
    expect(found.get('known-1')).not.toHaveProperty('cost_lacks');
    expect(found.get('new-1')).toMatchObject({ cost_lacks: '1 of 1 calls not priced' });
    const { span_id } = found.get('new-1') as { span_id: string };
    expect(await agent.call('get_span', { span_id })).toMatchObject({
      cost_lacks: '1 of 1 calls not priced',
    });
  });

  it('answers why the costs rose this week, by model and user', async () => {
    await addModel(server, 'Acme', '^acme-');
    const call = (model: string, user: string, days: number): TraceToSend => ({
      ...callOf(model),
      startedAt: daysAgo(days),
      attributes: { ...callOf(model).attributes, 'user.id': user },
    });
    await send([
      call('acme-small', 'ada', 10),
      call('acme-small', 'ada', 2),
      ...Array.from({ length: 3 }, () => call('acme-large', 'bob', 2)),
    ]);
    await whenPriced(server);
    const cost = await agent.call('get_cost', { project: 'checkout' });
    expect(cost.total).toEqual({
      cost_usd: 56,
      previous_cost_usd: 14,
      tokens: 52,
      previous_tokens: 13,
    });
    const rise = { cost_usd: 42, previous_cost_usd: 0 };
    const calls = { calls: 3, previous_calls: 0 };
    expect(cost.by_model[0]).toEqual({ key: 'acme-large', ...rise, ...calls });
    const traces = { traces: 3, previous_traces: 0 };
    expect(cost.by_user[0]).toEqual({ key: 'bob', ...rise, ...traces });
    expect(cost.by_token_type).toContainEqual({
      type: 'cache_read',
      of: 'prompt',
      cost_usd: 8,
      previous_cost_usd: 2,
      tokens: 16,
      previous_tokens: 4,
    });
    const series = await agent.call('get_metrics', {
      project: 'checkout',
      figure: 'cost_usd',
      of: 'spans',
      group_by: 'model',
      bin: 'day',
    });
    expect(series.groups[0]).toMatchObject({ key: 'acme-large', value: 42 });
    const dearest = await agent.call('search_traces', {
      project: 'checkout',
      sort: 'cost',
      condition: "any(s.llm_model_name == 'acme-large' for s in spans)",
    });
    expect(dearest.items).toHaveLength(3);
    expect(dearest.items[0]).toMatchObject({ user: 'bob', cost_usd: 14 });
  });

  it('answers which user costs most, and why', async () => {
    await addModel(server, 'Dear', '^dear-');
    const ask = (user: string, calls: number, days = 1): TraceToSend => ({
      project: 'assistant',
      name: 'ask',
      startedAt: daysAgo(days),
      attributes: { 'user.id': user },
      children: Array.from({ length: calls }, (_, index) => ({
        ...callOf('dear-1'),
        afterMs: index,
      })),
    });
    // So many users that the one who costs least before is not listed there.
    const crowd = Array.from({ length: 21 }, (_, index) => ask(`crowd ${index}`, 2, 10));
    await send([ask('eve', 3), ask('eve', 1, 10), ask('fay', 2), ...crowd]);
    await whenPriced(server);
    const { by_user } = await agent.call('get_cost', { project: 'assistant' });
    expect(by_user[0]).toEqual({
      key: 'others',
      cost_usd: 0,
      previous_cost_usd: 42,
      traces: 0,
      previous_traces: 2,
    });
    expect(by_user[1]).toEqual({ key: 'eve', cost_usd: 42, traces: 1 });
    const ofCalls = await agent.call('get_cost', {
      project: 'assistant',
      condition: "span_kind == 'llm'",
    });
    expect(ofCalls.by_user).toMatchObject([{ key: 'none', cost_usd: 70, calls: 5 }]);
    const { items } = await agent.call('search_traces', {
      project: 'assistant',
      condition: "user.id == 'eve'",
      sort: 'cost',
    });
    const { spans } = await agent.call('get_trace', { trace_id: items[0].trace_id });
    expect(spans.map((one: { cost_usd?: number }) => one.cost_usd)).toEqual([
      undefined,
      14,
      14,
      14,
    ]);
  });

  it('answers which version of a prompt the traces with malformed JSON used', async () => {
    const order = (version: string, failure?: string): TraceToSend => ({
      project: 'orders',
      name: 'order',
      startedAt: daysAgo(1),
      ...(failure && { failure }),
      children: [
        { name: 'parse', kind: 'LLM', attributes: { 'llm.prompt_template.version': version } },
        { name: 'read JSON', afterMs: 10, ...(failure && { failure }) },
      ],
    });
    await send([
      order('v1'),
      order('v2'),
      order('v1', 'card declined'),
      ...[1, 2, 3].map(() => order('v2', 'SyntaxError: not valid JSON')),
    ]);
    const { items } = await agent.call('search_traces', {
      project: 'orders',
      search: 'SyntaxError',
    });
    const ids = items.map(({ trace_id: id }: { trace_id: string }) => `'${id}'`);
    const { groups } = await agent.call('get_metrics', {
      project: 'orders',
      figure: 'count',
      of: 'spans',
      group_by: 'attribute',
      attribute: 'llm.prompt_template.version',
      condition: `trace_id in [${ids.join(', ')}] and name == 'parse'`,
      over_time: false,
    });
    expect(groups).toEqual([{ key: 'v2', value: 3, row_count: 3 }]);
  });

  it('labels the ten bad answers, and makes a dataset of them', async () => {
    await send(
      Array.from({ length: 12 }, (_, index) => ({
        name: 'answer',
        kind: 'LLM',
        attributes: {
          'input.value': `question ${index}`,
          'output.value': index < 10 ? `Sorry, I cannot help with ${index}.` : 'Here it is.',
        },
      })),
    );
    const { items } = await agent.call('search_spans', {
      project: 'checkout',
      condition: "'sorry' in output.value",
      text_characters: 500,
    });
    expect(items).toHaveLength(10);
    const ids = items.map(({ id }: { id: string }) => id);
    await agent.call('annotate', {
      target: 'span',
      name: 'helpfulness',
      annotations: ids.map((id: string) => ({ id, label: 'refused', score: 0 })),
    });
    const { id: dataset } = await agent.call('create_dataset', { name: 'refusals' });
    const added = await agent.call('add_examples_from_spans', { dataset, span_ids: ids });
    expect(added).toMatchObject({ added: 10, example_count: 10 });
    const labeled = await agent.call('search_spans', {
      project: 'checkout',
      condition: "annotations['helpfulness'].label == 'refused'",
      limit: 50,
    });
    expect(labeled.items).toHaveLength(10);
    const examples = await agent.call('get_dataset_examples', { dataset: 'refusals', limit: 50 });
    expect(examples.items).toHaveLength(10);
  });
});
