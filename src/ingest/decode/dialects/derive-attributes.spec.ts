import type { JsonValue } from '../../../kernel/json/json.js';
import { deriveAttributes } from './derive-attributes.js';
import { DIALECTS } from './dialects.js';
import type { SaidEvent } from './dialect.js';

const SECOND = 1_000_000n;

function derive(
  attributes: Record<string, JsonValue>,
  { name = 'span', events = [] as SaidEvent[] } = {},
): Record<string, JsonValue> | null {
  const derived = deriveAttributes({
    name,
    startMicros: 0n,
    endMicros: 2n * SECOND,
    attributes: new Map(Object.entries(attributes)),
    events,
  });
  return (
    derived && {
      ...Object.fromEntries(derived.attributes),
      ...(derived.name !== undefined && { NAME: derived.name }),
    }
  );
}

const KIND = 'openinference.span.kind';
const question = JSON.stringify([{ role: 'user', content: 'Why?' }]);

describe('the dialects', () => {
  it('fit into the bits of a number', () => {
    expect(DIALECTS.length).toBeLessThanOrEqual(32);
  });
});

describe('the attributes of a span', () => {
  it('is not looked at if it speaks no dialect', () => {
    expect(derive({ [KIND]: 'LLM', 'llm.model_name': 'm', 'http.method': 'GET' })).toBeNull();
    expect(derive({})).toBeNull();
  });

  it('is said by its name alone, if its sender says nothing else', () => {
    expect(derive({}, { name: 'langchain4j.aiservices.Bot.chat' })).toEqual({ [KIND]: 'AGENT' });
    const tool = { [KIND]: 'TOOL', 'tool.name': 'weather.now' };
    expect(derive({}, { name: 'langchain4j.tools.weather.now' })).toEqual(tool);
    const stated = derive({ [KIND]: 'CHAIN' }, { name: 'langchain4j.aiservices.Bot.chat' });
    expect(stated).toEqual({});
    expect(derive({}, { name: 'langchain4j' })).toEqual({});
  });

  it('prefers OpenInference, then gen_ai, then the rest', () => {
    const said = {
      'llm.model_name': 'own',
      'gen_ai.request.model': 'conventional',
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': question,
      'ai.operationId': 'ai.toolCall',
      'ai.prompt.messages': JSON.stringify([{ role: 'user', content: 'Other?' }]),
    };
    const derived = derive(said);
    expect(derived).toMatchObject({ [KIND]: 'LLM', 'input.value': 'Why?' });
    expect(derived).not.toHaveProperty('llm.model_name');
  });

  it('keeps the messages of OpenInference if there are some', () => {
    const derived = derive({
      'llm.input_messages.0.message.role': 'user',
      'gen_ai.input.messages': question,
    });
    expect(Object.keys(derived!)).not.toContainEqual(expect.stringContaining('input_messages'));
  });

  it.each([
    [{ 'traceloop.span.kind': 'workflow' }, 'CHAIN'],
    [{ 'traceloop.span.kind': 'workflow', 'llm.request.type': 'chat' }, 'LLM'],
    [{ 'traceloop.span.kind': 'tool', 'gen_ai.usage.input_tokens': 3 }, 'TOOL'],
    [{ 'langfuse.observation.type': 'generation' }, 'LLM'],
    [{ 'langsmith.span.kind': 'retriever' }, 'RETRIEVER'],
    [{ 'mlflow.spanType': '"CHAT_MODEL"' }, 'LLM'],
    [{ 'genkit:metadata:subtype': 'tool' }, 'TOOL'],
    [{ 'mastra.span.type': 'agent_run' }, 'AGENT'],
    [{ 'ai.operationId': 'ai.generateText.doGenerate' }, 'LLM'],
    [{ 'haystack.component.type': 'OpenAIChatGenerator' }, 'LLM'],
    [{ 'spring.ai.kind': 'vector_store' }, 'RETRIEVER'],
    [{ 'logfire.msg_template': 'Agent run: {name!r}' }, 'AGENT'],
    [{ 'gen_ai.operation.name': 'responses', 'gen_ai.request.model': 'm' }, 'LLM'],
    [{ 'gen_ai.operation.name': 'rerank' }, 'RERANKER'],
  ])('implies from %j the kind %s', (attributes, kind) => {
    expect(derive(attributes)).toMatchObject({ [KIND]: kind });
  });

  it('is called what Logfire calls it', () => {
    expect(derive({ 'logfire.msg': "chat with 'm'" })).toMatchObject({ NAME: "chat with 'm'" });
  });
});

describe('a session', () => {
  it('is stated, or else the conversation, or else none', () => {
    const conversation = { 'gen_ai.conversation.id': 'c' };
    expect(derive({ ...conversation, 'session.id': 's' })).not.toHaveProperty('session.id');
    expect(derive({ ...conversation, 'langfuse.session.id': 's' })).toMatchObject({
      'session.id': 's',
    });
    expect(derive(conversation)).toMatchObject({
      'session.id': 'c',
      'session.source': 'conversation',
    });
  });

  it.each(['resp_1', 'chatcmpl-1', 'r'])('is not named after an answer such as %s', (id) => {
    const derived = derive({ 'gen_ai.conversation.id': id, 'gen_ai.response.id': 'r' });
    expect(derived).not.toHaveProperty('session.id');
  });
});

describe('tokens', () => {
  const COUNT = 'llm.token_count.';
  const usage = { 'gen_ai.usage.input_tokens': 56, 'gen_ai.usage.output_tokens': 4 };

  it.each([
    [
      'are part of the prompt by the convention',
      { 'gen_ai.usage.cache_read.input_tokens': 50 },
      56,
      60,
    ],
    ['are beside it if there are more', { 'gen_ai.usage.cache_read.input_tokens': 64 }, 120, 124],
    [
      'are beside it if the total says so',
      { 'gen_ai.usage.cache_write.input_tokens': 10, 'gen_ai.usage.total_tokens': 70 },
      66,
      70,
    ],
    [
      'are beside it at Amazon',
      { 'gen_ai.provider.name': 'aws.bedrock', 'gen_ai.usage.cache_read.input_tokens': 10 },
      66,
      70,
    ],
  ])('of the cache %s', (_, more, prompt, total) => {
    expect(derive({ ...usage, ...more })).toMatchObject({
      [`${COUNT}prompt`]: prompt,
      [`${COUNT}total`]: total,
    });
  });

  it('believes the tokens of a larger total', () => {
    expect(derive({ ...usage, 'gen_ai.usage.total_tokens': 100 })).toMatchObject({
      [`${COUNT}total`]: 100,
    });
  });

  it.each([-1, 'many', '', null])('are unknown if %j is sent', (count) => {
    expect(derive({ 'gen_ai.usage.input_tokens': count })).not.toHaveProperty(`${COUNT}prompt`);
  });

  it('cost what the sender says, unless that is nothing', () => {
    expect(derive({ 'gen_ai.cost.total_cost': 0.5 })).toMatchObject({ 'llm.cost.total': 0.5 });
    expect(derive({ 'gen_ai.usage.cost': 0 })).not.toHaveProperty('llm.cost.total');
    expect(derive({ 'gen_ai.usage.cost': -3 })).not.toHaveProperty('llm.cost.total');
  });
});

describe('the time to the first token', () => {
  const KEY = 'llm.time_to_first_token_ms';

  it.each<[Record<string, JsonValue>, number]>([
    [{ 'gen_ai.response.time_to_first_chunk': 0.5 }, 500],
    [{ 'gen_ai.server.time_to_first_token': 900 }, 900],
    [{ 'ai.response.msToFirstChunk': 7 }, 7],
    [{ 'ai.stream.msToFirstChunk': 7 }, 7],
    [{ 'lk.response.ttft': 0.25 }, 250],
    [{ 'langfuse.observation.completion_start_time': '"1970-01-01T00:00:00.300Z"' }, 300],
  ])('reads %j as %d ms', (attributes, ms) => {
    expect(derive(attributes)).toMatchObject({ [KEY]: ms });
  });
});

describe('messages as events', () => {
  const event = (name: string, attributes: Record<string, JsonValue>): SaidEvent => ({
    name,
    attributes: new Map(Object.entries(attributes)),
  });

  it('are read one by one', () => {
    const events = [
      event('gen_ai.system.message', { content: 'Be kind.' }),
      event('gen_ai.user.message', { content: 'Why?' }),
      event('gen_ai.assistant.message', {
        tool_calls: '[{"id":"c","function":{"name":"f","arguments":"{}"}}]',
      }),
      event('gen_ai.tool.message', { id: 'c', content: 'ok' }),
      event('gen_ai.choice', { index: 0, finish_reason: 'stop', message: '{"content":"So."}' }),
    ];
    expect(derive({ 'gen_ai.operation.name': 'chat' }, { events })).toMatchObject({
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.1.message.content': 'Why?',
      'llm.input_messages.2.message.tool_calls.0.tool_call.function.name': 'f',
      'llm.input_messages.3.message.tool_call_id': 'c',
      'llm.input_messages.3.message.content': 'ok',
      'llm.output_messages.0.message.content': 'So.',
      'llm.output_messages.0.message.finish_reason': 'stop',
      'input.value': 'Why?',
      'output.value': 'So.',
    });
  });

  it('are read from JSON text', () => {
    const events = [
      event('gen_ai.user.message', { content: '{"role":"user","content":"Why?"}' }),
      event('gen_ai.choice', {
        content: '{"message":{"role":"assistant","content":"So."},"finish_reason":"stop"}',
      }),
    ];
    expect(derive({}, { events })).toMatchObject({
      'input.value': 'Why?',
      'output.value': 'So.',
      'llm.output_messages.0.message.finish_reason': 'stop',
    });
  });

  it('are read from lines, as many as there are', () => {
    const lines = event('gen_ai.content.prompt', {
      'gen_ai.prompt': 'system: Be kind.\nuser: Why?\nuser of it: me',
    });
    expect(derive({}, { events: [lines] })).toMatchObject({
      'llm.input_messages.0.message.content': 'Be kind.',
      'llm.input_messages.1.message.content': 'Why?\nuser of it: me',
    });
    const many = JSON.stringify(
      Array.from({ length: 300_000 }, () => ({ role: 'user', content: 'a' })),
    );
    const whole = event('gen_ai.content.prompt', { 'gen_ai.prompt': many });
    expect(() => derive({}, { events: [whole] })).not.toThrow();
  });

  it('are read all at once', () => {
    const details = {
      'gen_ai.system_instructions': 'Be kind.',
      'gen_ai.input.messages': question,
      'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: 'So.' }] }],
    };
    const events = [event('gen_ai.client.inference.operation.details', details)];
    expect(derive({}, { events })).toMatchObject({ 'input.value': 'Why?', 'output.value': 'So.' });
  });
});

describe('hostile keys', () => {
  it.each([
    ['gen_ai.prompt.1000000.content', 'x'],
    ['gen_ai.prompt.99999999999999999999.content', 'x'],
    ['gen_ai.prompt.-1.content', 'x'],
    ['gen_ai.prompt.__proto__.content', 'x'],
    ['gen_ai.prompt..content', 'x'],
    ['gen_ai.prompt.0.tool_calls.1000000.name', 'x'],
    ['ai.settings.__proto__', 'x'],
    ['traceloop.entity.input', '{"__proto__":{"polluted":1}}'],
    ['gen_ai.input.messages', '[{"role":"__proto__","parts":[{"type":"constructor"}]}]'],
    ['langfuse.observation.usage_details', '{"__proto__":{"input":1},"input":{"input":1}}'],
    ['mlflow.spanInputs', '['.repeat(100_000)],
    ['genkit:output', '{"message":{"message":{"message":5}}}'],
    ['genkit:input', 'null'],
    ['gen_ai.tool.definitions', '[[[["x"]]]]'],
    ['events', '[{"event.name":"__proto__"},5,null]'],
  ])('%s do no harm', (key, value) => {
    const kinds = {
      'gen_ai.operation.name': 'chat',
      'genkit:metadata:subtype': 'model',
      'logfire.msg': 'x',
    };
    expect(() => derive({ ...kinds, [key]: value })).not.toThrow();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(Object.keys(derive({ ...kinds, [key]: value })!).length).toBeLessThan(20);
  });

  it('reads thousands of keys in linear time', () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`gen_ai.prompt.${at}.content`, 'x']),
    );
    expect(derive(attributes)).toMatchObject({ 'llm.input_messages.9999.message.content': 'x' });
  });
});
