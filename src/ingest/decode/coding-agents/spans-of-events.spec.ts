import type { JsonValue } from '../../../kernel/json/json.js';
import type { OtlpSpan } from '../otlp-span.js';
import { type AgentEvent, SpansOfEvents } from './spans-of-events.js';

const SECOND = 1_000_000_000n;

function event(
  name: string,
  attributes: Record<string, JsonValue>,
  more: Partial<AgentEvent> = {},
): AgentEvent {
  return {
    nanos: 10n * SECOND,
    observedNanos: 0n,
    eventName: '',
    body: name,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
    traceId: '',
    scope: { name: 'events', version: '' },
    ...more,
  };
}

const read = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value]));

describe('a turn of Claude Code', () => {
  const shared = { 'session.id': 's', 'prompt.id': 'p', 'user.email': 'ada@example.com' };
  const events = [
    event('claude_code.user_prompt', { ...shared, prompt: 'Fix it.', 'event.sequence': 1 }),
    event('claude_code.tool_decision', {
      ...shared,
      tool_name: 'Edit',
      decision: 'reject',
      'event.sequence': 2,
    }),
    event('claude_code.tool_result', {
      ...shared,
      tool_name: 'Bash',
      success: 'false',
      error: 'exit 1',
      duration_ms: '2000',
      'event.sequence': 3,
    }),
    event('claude_code.api_request', {
      ...shared,
      model: 'claude-sonnet-4-5',
      input_tokens: '10',
      output_tokens: 5,
      cache_read_tokens: 100,
      cache_creation_tokens: 20,
      cost_usd: 0.25,
      duration_ms: 1500,
      'event.sequence': 4,
    }),
  ];
  const spans = new SpansOfEvents().make(events, 'agents');
  const [turn, decision, tool, request] = spans;

  it('begins with the prompt', () => {
    expect(turn).toMatchObject({ name: 'turn', parentSpanId: '', statusCode: 1 });
    expect(read(turn!)).toMatchObject({
      'openinference.span.kind': 'AGENT',
      'session.id': 's',
      'user.id': 'ada@example.com',
      'input.value': 'Fix it.',
      'coding_agent.name': 'Claude Code',
    });
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans.slice(1).every(({ parentSpanId }) => parentSpanId === turn!.spanId)).toBe(true);
  });

  it('has decisions and tools that fail', () => {
    expect(decision).toMatchObject({ name: 'Edit: reject' });
    expect(read(decision!)).toMatchObject({
      'openinference.span.kind': 'DECISION',
      'output.value': 'reject',
    });
    expect(tool).toMatchObject({
      name: 'Bash',
      statusCode: 2,
      statusMessage: 'exit 1',
      startNanos: 8n * SECOND,
    });
  });

  it('has requests with tokens and cost', () => {
    expect(read(request!)).toMatchObject({
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': 130,
      'llm.token_count.completion': 5,
      'llm.token_count.prompt_details.cache_read': 100,
      'llm.cost.total': 0.25,
    });
    expect(request!.endNanos - request!.startNanos).toBe(1_500_000_000n);
  });

  it('is the same if it is sent again', () => {
    expect(new SpansOfEvents().make(events, 'agents')).toEqual(spans);
  });

  it('are others in another project', () => {
    const others = new SpansOfEvents().make(events, 'others');
    expect(others.map(({ name }) => name)).toEqual(spans.map(({ name }) => name));
    const ids = new Set(spans.flatMap(({ traceId, spanId }) => [traceId, spanId]));
    expect(others.filter(({ traceId, spanId }) => ids.has(traceId) || ids.has(spanId))).toEqual([]);
  });

  it('says nothing of what was left out', () => {
    const [silent] = new SpansOfEvents().make(
      [event('claude_code.user_prompt', { ...shared, prompt: '<REDACTED>' })],
      'agents',
    );
    expect(read(silent!)).not.toHaveProperty(['input.value']);
  });
});

describe('an answer of Claude Code', () => {
  const shared = { 'session.id': 's', 'prompt.id': 'p' };
  const answer = (attributes: Record<string, JsonValue>, ids = { traceId: '', spanId: '' }) => ({
    ...event('claude_code.assistant_response', attributes, ids),
    spanId: ids.spanId,
  });
  const maker = new SpansOfEvents();

  it('belongs to the turn that is made of its prompt', () => {
    const [turn] = maker.make(
      [event('claude_code.user_prompt', { ...shared, prompt: 'Hi' })],
      'agents',
    );
    expect(maker.findAnswered(answer({ ...shared, response: 'Hello' }), 'agents')).toMatchObject({
      traceId: turn!.traceId,
      spanId: turn!.spanId,
    });
  });

  it('belongs to the span that it names', () => {
    const ids = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
    expect(maker.findAnswered(answer({ response: 'Hello' }, ids), 'agents')).toMatchObject(ids);
  });

  it.each([
    ['without a text', answer({ ...shared, response: '<REDACTED>' })],
    ['without a turn', answer({ 'session.id': 's', response: 'Hello' })],
    [
      'of somebody else',
      { ...event('other.assistant_response', { ...shared, response: 'Hello' }), spanId: '' },
    ],
    ['that is no answer', { ...event('claude_code.user_prompt', shared), spanId: '' }],
  ])('is no event %s', (_, sent) => expect(maker.findAnswered(sent, 'agents')).toBeNull());
});

describe('events of other agents', () => {
  it('puts events of Codex below the last prompt of their conversation', () => {
    const shared = { 'conversation.id': 'c', model: 'gpt-5' };
    const maker = new SpansOfEvents();
    const told = (name: string, attributes: Record<string, JsonValue>, nanos: bigint) =>
      maker.make(
        [event('', { ...shared, 'event.name': name, ...attributes }, { body: null, nanos })],
        'agents',
      )[0];
    const first = told('codex.user_prompt', { prompt: 'One' }, 1n * SECOND);
    const answer = told(
      'codex.sse_event',
      { 'event.kind': 'response.completed', input_token_count: 7, output_token_count: 3 },
      2n * SECOND,
    );
    const second = told('codex.user_prompt', { prompt: 'Two' }, 3n * SECOND);
    const tool = told(
      'codex.tool_result',
      { tool_name: 'shell', call_id: 'x', arguments: '{}', output: 'ok', success: 'true' },
      4n * SECOND,
    );
    expect(answer!.traceId).toBe(first!.traceId);
    expect(tool!.traceId).toBe(second!.traceId);
    expect(second!.traceId).not.toBe(first!.traceId);
    expect(read(answer!)).toMatchObject({ 'session.id': 'c', 'llm.token_count.prompt': 7 });
    expect(
      told('codex.sse_event', { 'event.kind': 'response.created' }, 5n * SECOND),
    ).toBeUndefined();
  });

  it.each(['gemini_cli', 'qwen-code'])('gives events of %s a turn of their own', (prefix) => {
    const shared = { 'session.id': 's', prompt_id: 's########1' };
    const spans = new SpansOfEvents().make(
      [
        event(`${prefix}.user_prompt`, { ...shared, prompt: 'Hi' }),
        event(`${prefix}.tool_call`, {
          ...shared,
          function_name: 'ls',
          function_args: '{}',
          success: true,
        }),
        event(`${prefix}.api_response`, {
          ...shared,
          model: 'm',
          input_token_count: 4,
          thoughts_token_count: 2,
        }),
      ],
      'agents',
    );
    expect(spans.map(({ name }) => name)).toEqual(['turn', 'ls', 'm']);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  });
});

describe('an agent that sends spans as well', () => {
  it('has only its turns made of events', () => {
    const shared = { 'session.id': 's', prompt_id: 'p' };
    const spans = new SpansOfEvents().make(
      [
        event('gemini_cli.user_prompt', { ...shared, prompt: 'Hi' }),
        event('gemini_cli.api_request', shared, { traceId: 'ab'.repeat(16) }),
        event('gemini_cli.api_response', { ...shared, model: 'm', input_token_count: 4 }),
      ],
      'agents',
    );
    expect(spans.map(({ name }) => name)).toEqual(['turn']);
  });
});

describe('events that make no span', () => {
  it.each([
    [
      'of a span',
      event('claude_code.user_prompt', { 'session.id': 's' }, { traceId: 'ab'.repeat(16) }),
    ],
    ['without a session', event('claude_code.user_prompt', { prompt: 'x' })],
    ['with a hostile name', event('claude_code.__proto__', { 'session.id': 's' })],
    ['of somebody else', event('other.user_prompt', { 'session.id': 's' })],
    ['without a name', event('', { 'session.id': 's' })],
  ])('%s', (_, sent) => {
    expect(new SpansOfEvents().make([sent], 'agents')).toEqual([]);
  });

  it('last longer than since 1970', () => {
    const [span] = new SpansOfEvents().make(
      [
        event('claude_code.tool_result', { 'session.id': 's', duration_ms: 1e300 }),
        event('claude_code.tool_result', { 'session.id': 's', duration_ms: -5 }),
      ],
      'agents',
    );
    expect(span!.startNanos).toBe(span!.endNanos);
  });
});
