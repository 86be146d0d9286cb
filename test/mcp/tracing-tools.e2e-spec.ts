import { aSpanAnnotation, aTraceAnnotation } from '../support/factories/annotation.js';
import { aProject } from '../support/factories/project.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type Agent, connectAgent } from './agent.js';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString();

describe('the tools for traces', () => {
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

  it('lists projects page by page and by name', async () => {
    for (const name of ['alpha', 'alphabet', 'beta']) await aProject(server, { name });
    const first = await agent.call('list_projects', { name: 'alpha', limit: 1 });
    expect(first.items).toMatchObject([{ name: 'alpha' }]);
    const next = await agent.call('list_projects', {
      name: 'alpha',
      limit: 1,
      cursor: first.next_cursor,
    });
    expect(next).toMatchObject({ items: [{ name: 'alphabet' }], next_cursor: null });
  });

  it('finds failed traces by status and time, with the failure nearest to the cause', async () => {
    await aCall({ name: 'fine', start_time: at(1), end_time: at(2) });
    const root = await aCall({
      name: 'pay',
      status_code: 'ERROR',
      status_message: 'payment failed',
      start_time: at(10),
      end_time: at(14),
      input_preview: 'Buy this',
      user_id: 'ada',
    });
    const cause = await aCall({
      trace_id: root.trace_id,
      parent_id: root.span_id,
      name: 'charge card',
      kind: 'TOOL',
      status_code: 'ERROR',
      status_message: 'card declined',
      start_time: at(12),
      end_time: at(13),
    });
    const { items } = await agent.call('search_traces', {
      project: 'checkout',
      status: 'error',
      start: at(5),
      end: at(20),
    });
    expect(items).toEqual([
      {
        id: expect.any(String),
        trace_id: root.trace_id,
        name: 'pay',
        start_time: '2026-03-01T10:00:10+00:00',
        latency_ms: 4000,
        span_count: 2,
        failed_span_count: 2,
        root_failed: true,
        failure: {
          span_id: globalId('Span', cause.id),
          name: 'charge card',
          error: 'card declined',
        },
        user: 'ada',
        input: 'Buy this',
        link: `${server.url}/projects/${encodeURIComponent(globalId('Project', project.id))}/traces/${root.trace_id}`,
      },
    ]);
    const late = await agent.call('search_traces', { project: 'checkout', start: at(15) });
    expect(late.items).toEqual([]);
    const recent = await agent.call('search_traces', { project: 'checkout', start: '-1h' });
    expect(recent.items).toEqual([]);
  });

  it('tells requests that failed from those that went on after an error', async () => {
    for (const status_code of ['OK', 'ERROR']) {
      const { trace_id, span_id } = await aCall({ name: `root ${status_code}`, status_code });
      await aCall({ trace_id, parent_id: span_id, status_code: 'ERROR' });
    }
    const { items } = await agent.call('search_traces', { project: 'checkout', status: 'error' });
    const byName = Object.groupBy(items as { name: string }[], ({ name }) => name);
    expect(byName).toMatchObject({
      'root OK': [{ root_failed: false }],
      'root ERROR': [{ root_failed: true }],
    });
  });

  it('sorts, filters by a condition and continues at the cursor', async () => {
    for (const second of [1, 3, 2]) {
      await aCall({ name: `took ${second}`, start_time: at(0), end_time: at(second) });
    }
    const input = {
      project: 'checkout',
      sort: 'latency',
      condition: 'latency_ms > 1500',
      limit: 1,
    };
    const first = await agent.call('search_traces', input);
    expect(first.items).toMatchObject([{ name: 'took 3' }]);
    const second = await agent.call('search_traces', { ...input, cursor: first.next_cursor });
    expect(second.items).toMatchObject([{ name: 'took 2' }]);
    expect(second.next_cursor).toBeNull();
    const ascending = await agent.call('search_traces', { ...input, descending: false });
    expect(ascending.items).toMatchObject([{ name: 'took 2' }]);
  });

  it('names what no row has in a condition that finds nothing', async () => {
    await aCall({ name: 'pay' });
    const find = (tool: string, condition: string) =>
      agent.call(tool, { project: 'checkout', condition });
    expect(await find('search_spans', 'trace.error_count > 0')).toEqual({
      warnings: [expect.stringContaining('trace.error_count')],
      items: [],
      next_cursor: null,
    });
    const warned = { warnings: [expect.stringContaining('tome')] };
    expect(await find('search_traces', "trace_annotations['tome'].score < 1")).toMatchObject(
      warned,
    );
    expect(await find('list_sessions', "session_annotations['tome'].score < 1")).toMatchObject(
      warned,
    );
    expect(await find('search_spans', 'latency_ms > 1000000000')).not.toHaveProperty('warnings');
    expect(await find('search_spans', "name == 'pay'")).not.toHaveProperty('warnings');
  });

  it('returns a trace as a tree with its marks and annotations', async () => {
    const root = await aCall({ name: 'root', start_time: at(0), end_time: at(9) });
    const in_trace = { trace_id: root.trace_id };
    const child = { ...in_trace, parent_id: root.span_id };
    const slow = await aCall({ ...child, name: 'slow', start_time: at(1), end_time: at(8) });
    await aCall({ ...child, name: 'last', start_time: at(8), end_time: at(9) });
    await aCall({
      ...in_trace,
      parent_id: slow.span_id,
      name: 'inner',
      start_time: at(2),
      status_code: 'ERROR',
      status_message: 'boom',
      end_time: at(3),
    });
    const [trace] = await server.sql<never>('SELECT * FROM traces WHERE trace_id = $1', [
      root.trace_id,
    ]);
    await aTraceAnnotation(server, trace!, { name: 'quality', label: 'bad', score: 0.1 });
    const answer = await agent.call('get_trace', in_trace);
    expect(answer.spans.map(({ name, depth }: never) => [depth, name])).toEqual([
      [0, 'root'],
      [1, 'slow'],
      [2, 'inner'],
      [1, 'last'],
    ]);
    expect(answer).toMatchObject({
      project: 'checkout',
      failed_spans: [{ name: 'inner', error: 'boom' }],
      annotations: [{ name: 'quality', label: 'bad', score: 0.1 }],
      next_offset: null,
    });
    expect(answer.slowest_spans[0]).toMatchObject({ name: 'root', latency_ms: 9000 });
    const rest = await agent.call('get_trace', { ...in_trace, offset: 3 });
    expect(rest.spans).toMatchObject([{ name: 'last' }]);
    expect(rest.failed_spans).toBeUndefined();
  });

  it('shows the first thousand spans of a trace, and says how to find the others', async () => {
    const traceId = newTraceId();
    const children = Array.from({ length: 1_001 }, (_, index) => ({ afterMs: index }));
    await sendTraces(server.url, [{ project: 'checkout', traceId, name: 'loop', children }]);
    const trace = await agent.call('get_trace', { trace_id: traceId, offset: 990 });
    expect(trace).toMatchObject({ span_count: 1_002, next_offset: null });
    expect(trace.spans).toHaveLength(10);
    expect(trace.note).toBe(
      `The tree has the first 1000 of 1002 spans. Use search_spans with the condition trace_id == '${traceId}' for all of them.`,
    );
    const condition = `trace_id == '${traceId}'`;
    const all = await agent.call('search_spans', { project: 'checkout', condition, limit: 50 });
    expect(all.items).toHaveLength(50);
  });

  it('shows spans whose parents form a circle', async () => {
    const root = await aCall({ span_id: 'aaaaaaaaaaaaaaaa', parent_id: 'bbbbbbbbbbbbbbbb' });
    await aCall({ trace_id: root.trace_id, span_id: 'bbbbbbbbbbbbbbbb', parent_id: root.span_id });
    const { spans } = await agent.call('get_trace', { trace_id: root.trace_id });
    expect(spans).toHaveLength(2);
  });

  it('searches spans by kind, words and annotations, with texts as long as asked', async () => {
    const output = 'We cannot refund this order. '.repeat(20);
    const answer = await aCall({
      name: 'answer',
      kind: 'LLM',
      model_name: 'gpt-5',
      output_preview: output.slice(0, 100),
      payload: { output: { value: output } },
      events: [],
    });
    await aCall({ name: 'search', kind: 'TOOL' });
    await aSpanAnnotation(server, answer, { name: 'tone', label: 'rude' });
    const find = (input: object) => agent.call('search_spans', { project: 'checkout', ...input });
    expect((await find({ kinds: ['tool'] })).items).toMatchObject([{ name: 'search' }]);
    const judged = await find({ condition: "annotations['tone'].label == 'rude'" });
    expect(judged.items).toMatchObject([{ name: 'answer', model: 'gpt-5', kind: 'llm' }]);
    const [found] = (await find({ search: 'refund', text_characters: 300 })).items;
    expect(found.found[0].excerpt).toContain('refund');
    expect(found.output).toBe(`${output.slice(0, 300)}… (${output.length - 300} more characters)`);
  });

  it.each([
    ['with half a character at the limit', `${'a'.repeat(14_999)}😀${'b'.repeat(20_000)}`],
    ['that JSON makes six times as long', 'aaa'.repeat(1_000) + '\u0001"\n'.repeat(20_000)],
  ])('reads a long text of a span in parts, %s', async (_, input) => {
    const span = await aCall({
      input_preview: 'a',
      payload: { input: { value: input }, llm: { temperature: 1 } },
    });
    const overview = await agent.call('get_span', { span_id: span.span_id });
    expect(overview.input).toMatch(/^a{3000}… \(\d+ more characters\)$/);
    expect(overview.attributes).toEqual({ 'llm.temperature': 1 });
    let read = '';
    for (let offset: number | null = 0; offset !== null;) {
      const part: { input: string; next_offset: number | null } = (await agent.call('get_span', {
        span_id: globalId('Span', span.id),
        field: 'input',
        offset,
      })) as never;
      expect(part.input.isWellFormed()).toBe(true);
      read += part.input;
      offset = part.next_offset;
    }
    expect(read).toBe(input);
    const { isError, text } = await agent.ask('get_span', { span_id: span.span_id, offset: 5 });
    expect([isError, text]).toEqual([true, 'offset requires field, such as "input".']);
  });
});
