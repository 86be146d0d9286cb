import type { JsonValue } from '../../../kernel/json/json.js';
import { deriveAttributes } from './derive-attributes.js';
import type { SaidEvent } from './dialect.js';

const KIND = 'openinference.span.kind';
const COUNT = 'llm.token_count.';

function derive(
  attributes: Record<string, JsonValue>,
  name = 'span',
  events: SaidEvent[] = [],
): Record<string, JsonValue> {
  const sent = new Map(Object.entries(attributes));
  const times = { startMicros: 0n, endMicros: 1n };
  const derived = deriveAttributes({ name, ...times, attributes: sent, events });
  return Object.fromEntries(derived?.attributes ?? []) as Record<string, JsonValue>;
}

describe('LangSmith', () => {
  it('calls the operation of a retriever that of embeddings', () => {
    const found = [{ page_content: 'Sun', type: 'Document', metadata: { page: 1 } }];
    const derived = derive({
      'langsmith.span.kind': 'retriever',
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.completion': JSON.stringify({ output: found }),
    });
    expect(derived).toMatchObject({
      [KIND]: 'RETRIEVER',
      'retrieval.documents.0.document.content': 'Sun',
      'retrieval.documents.0.document.metadata': { page: 1 },
    });
  });
});

describe('Langfuse', () => {
  const generation = { 'langfuse.observation.type': 'generation' };

  it('has texts for messages', () => {
    const said = { 'langfuse.observation.input': 'Why?', 'langfuse.observation.output': '42' };
    expect(derive({ ...generation, ...said })).toMatchObject({
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Why?',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': '42',
    });
  });

  it('has the tools of LangChain among the messages', () => {
    const offered = { type: 'function', function: { name: 'f', parameters: {} } };
    const input = [
      { role: 'user', content: 'Why?' },
      { role: 'tool', content: offered },
      { role: 'tool', content: 'ok', tool_call_id: 'c' },
    ];
    const derived = derive({ ...generation, 'langfuse.observation.input': JSON.stringify(input) });
    expect(derived).toMatchObject({
      'llm.input_messages.0.message.content': 'Why?',
      'llm.input_messages.1.message.content': 'ok',
      'llm.tools.0.tool.json_schema': JSON.stringify(offered),
    });
    expect(derived).not.toHaveProperty(['llm.input_messages.2.message.role']);
  });

  it('names a tool by its span', () => {
    const derived = derive({ 'langfuse.observation.type': 'tool' }, 'get_weather');
    expect(derived).toEqual({ [KIND]: 'TOOL', 'tool.name': 'get_weather' });
  });
});

describe('MLflow', () => {
  it('says of embeddings what the API does', () => {
    const derived = derive({
      'mlflow.spanType': '"EMBEDDING"',
      'mlflow.spanInputs': '{"model":"m","input":"Why?"}',
      'mlflow.spanOutputs': '{"usage":{"prompt_tokens":8,"total_tokens":8}}',
    });
    expect(derived).toMatchObject({
      'embedding.model_name': 'm',
      [`${COUNT}prompt`]: 8,
      [`${COUNT}total`]: 8,
    });
  });

  it('has the requests and answers of the providers', () => {
    const request = { model: 'm', contents: 'Why?', config: { system_instruction: 'Be kind.' } };
    const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'So.' }] } }] };
    const derived = derive({
      'mlflow.spanType': '"LLM"',
      'mlflow.spanInputs': JSON.stringify(request),
      'mlflow.spanOutputs': JSON.stringify(answer),
    });
    expect(derived).toMatchObject({
      'llm.input_messages.0.message.content': 'Be kind.',
      'llm.input_messages.1.message.content': 'Why?',
      'llm.output_messages.0.message.content': 'So.',
    });
  });
});

describe("Google's Agent Development Kit", () => {
  it.each([
    ['invocation', 'CHAIN'],
    ['agent_run [bot]', 'AGENT'],
  ])('says what %s is by its name', (name, kind) => {
    expect(derive({}, name)).toEqual({ [KIND]: kind });
  });

  it('has all tokens in the answer', () => {
    const usage = { prompt_token_count: 9, candidates_token_count: 3, thoughts_token_count: 2 };
    const derived = derive({
      'gen_ai.system': 'gcp.vertex.agent',
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 9,
      'gen_ai.usage.output_tokens': 3,
      'gcp.vertex.agent.llm_response': JSON.stringify({
        usage_metadata: { ...usage, cached_content_token_count: 4, total_token_count: 14 },
      }),
    });
    expect(derived).toMatchObject({
      [`${COUNT}completion_details.reasoning`]: 2,
      [`${COUNT}prompt_details.cache_read`]: 4,
      [`${COUNT}total`]: 14,
    });
  });
});

it.each(['workflow.run', 'executor.process bot', 'edge_group.process Single', 'message.send'])(
  "%s of Microsoft's Agent Framework is a step",
  (name) => expect(derive({}, name)).toEqual({ [KIND]: 'CHAIN' }),
);

describe('the AI SDK', () => {
  it('sends each text of an embedding as JSON', () => {
    const derived = derive({ 'ai.operationId': 'ai.embedMany', 'ai.values': ['"Why?"', '"How?"'] });
    expect(derived).toMatchObject({ 'input.value': '["Why?","How?"]' });
  });
});

describe('gen_ai', () => {
  const user = { role: 'user', content: 'Why?' };

  it('tells the texts of embeddings as messages', () => {
    const derived = derive({
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.input.messages': JSON.stringify([user, { role: 'user', content: 'How?' }]),
    });
    expect(derived).toMatchObject({
      'embedding.embeddings.0.embedding.text': 'Why?',
      'embedding.embeddings.1.embedding.text': 'How?',
      'input.value': 'Why?',
    });
    expect(derived).not.toHaveProperty(['llm.input_messages.0.message.role']);
  });

  it('has instructions beside the messages or among them', () => {
    const messages = [{ role: 'system', content: 'Be kind.' }, user];
    const derived = derive({
      'gen_ai.operation.name': 'chat',
      'gen_ai.system_instructions': '[{"type":"text","content":"Be kind."}]',
      'gen_ai.input.messages': JSON.stringify(messages),
    });
    expect(derived).toMatchObject({ 'llm.input_messages.1.message.content': 'Why?' });
    expect(derived).not.toHaveProperty(['llm.input_messages.2.message.role']);
  });
});

it('Traceloop names a tool', () => {
  const derived = derive({ 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'f' });
  expect(derived).toEqual({ [KIND]: 'TOOL', 'tool.name': 'f' });
});

describe('Pipecat', () => {
  it('says in plain keys what is said', () => {
    const messages = JSON.stringify([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Why?' },
    ]);
    const call = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.system_instructions': 'Be kind.',
      'metrics.ttfb': 0.5,
      stream: true,
      input: messages,
      output: 'So.',
    };
    expect(derive(call, 'llm')).toMatchObject({
      [KIND]: 'LLM',
      'llm.input_messages.1.message.content': 'Why?',
      'llm.output_messages.0.message.content': 'So.',
      'llm.time_to_first_token_ms': 500,
      'input.value': messages,
    });
    const heard = { 'gen_ai.request.model': 'm', vad_enabled: true, transcript: 'Why?' };
    expect(derive(heard, 'stt')).toMatchObject({ [KIND]: 'CHAIN', 'output.value': 'Why?' });
    const turn = { 'turn.number': 1, 'conversation.id': 'c' };
    expect(derive(turn, 'turn')).toEqual({ [KIND]: 'CHAIN', 'session.id': 'c' });
  });

  it('does not own the names of its spans', () => {
    expect(derive({ input: 'x', text: 'y' }, 'turn')).toEqual({});
  });
});

describe('Logfire', () => {
  it('has the whole request and response of a remote tool', () => {
    const params = { name: 'f', arguments: { a: 1 } };
    const content = [{ type: 'text', text: 'ok' }];
    const derived = derive({
      'logfire.msg_template': 'MCP request: tools/call f',
      request: JSON.stringify({ method: 'tools/call', params }),
      response: JSON.stringify({ content }),
    });
    expect(derived).toMatchObject({
      [KIND]: 'TOOL',
      'tool.name': 'f',
      'input.value': '{"a":1}',
      'output.value': JSON.stringify(content),
    });
    const listed = { 'logfire.msg_template': 'MCP request: tools/list' };
    expect(derive(listed)).toEqual({ [KIND]: 'CHAIN' });
  });
});

describe('Braintrust', () => {
  it('sends JSON', () => {
    const derived = derive({
      'braintrust.span_attributes': '{"type":"llm"}',
      'braintrust.input_json': '[{"role":"user","content":"Why?"}]',
      'braintrust.output_json': '[{"index":0,"message":{"role":"assistant","content":"So."}}]',
      'braintrust.metadata': '{"model":"m","provider":"openai"}',
      'braintrust.metrics':
        '{"prompt_tokens":9,"completion_tokens":3,"prompt_cached_tokens":4,"time_to_first_token":0.5}',
    });
    expect(derived).toMatchObject({
      [KIND]: 'LLM',
      'llm.model_name': 'm',
      'llm.input_messages.0.message.content': 'Why?',
      'llm.output_messages.0.message.content': 'So.',
      [`${COUNT}prompt`]: 9,
      [`${COUNT}prompt_details.cache_read`]: 4,
      'llm.time_to_first_token_ms': 500,
    });
    const task = { 'braintrust.span_attributes': '{"type":"task"}' };
    expect(derive({ ...task, 'braintrust.input_json': '"Why?"' })).toMatchObject({
      [KIND]: 'CHAIN',
      'input.value': 'Why?',
    });
  });
});

describe('a vector store', () => {
  it('is asked for documents, which are events', () => {
    const found = new Map([['db.query.result.document', 'Sun']]);
    const events = [{ name: 'db.query.result', attributes: found }];
    const attributes = { 'db.system': 'chroma', 'traceloop.span.kind': 'task' };
    expect(derive(attributes, 'chroma.query', events)).toEqual({
      [KIND]: 'RETRIEVER',
      'retrieval.documents.0.document.content': 'Sun',
    });
    expect(derive(attributes, 'chroma.add')).toEqual({ [KIND]: 'CHAIN' });
    expect(derive({}, 'chroma.query')).toEqual({});
  });
});

describe('gen_ai of others', () => {
  it.each([
    ['Why?', 'So.'],
    ['{"prompt":"Why?"}', '{"completion":"So."}'],
  ])('has a prompt and a completion such as %s and %s', (prompt, completion) => {
    const said = { 'gen_ai.prompt': prompt, 'gen_ai.completion': completion };
    expect(derive({ 'gen_ai.operation.name': 'chat', ...said })).toMatchObject({
      'llm.input_messages.0.message.content': 'Why?',
      'llm.output_messages.0.message.content': 'So.',
    });
    expect(derive({ 'gen_ai.operation.name': 'invoke_agent', ...said })).toMatchObject({
      'input.value': prompt,
      'output.value': completion,
    });
  });

  it.each([
    ['LLM', 'LLM'],
    ['retriever', 'RETRIEVER'],
    ['STEP', 'CHAIN'],
  ])('states the kind %s', (kind, expected) => {
    expect(derive({ 'gen_ai.span.kind': kind })).toMatchObject({ [KIND]: expected });
  });

  it('is that of agents of Semantic Kernel, and of its older counts', () => {
    const derived = derive({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.invocation_input': '[{"role":"User","content":"Why?"}]',
      'gen_ai.agent.invocation_output': '[{"role":"Assistant","content":"So."}]',
      'gen_ai.response.prompt_tokens': 9,
    });
    expect(derived).toMatchObject({
      'llm.input_messages.0.message.role': 'user',
      'input.value': 'Why?',
      'output.value': 'So.',
      [`${COUNT}prompt`]: 9,
    });
  });
});
