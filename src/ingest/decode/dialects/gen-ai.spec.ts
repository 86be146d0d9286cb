import { flattenAttributes } from '../../../spans/attributes.js';
import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import { nestAttributes, readAttributes } from '../attributes.js';
import { emptyOtlpSpan } from '../otlp-span.js';

/** Returns the derived attributes, flat. */
function added(attributes: JsonObject): JsonObject {
  const entries = Object.entries(attributes).map(([key, value]) => ({ key, value }));
  const flat = flattenAttributes(
    nestAttributes(
      readAttributes({ ...emptyOtlpSpan({ name: '', version: '' }), attributes: entries }, []).flat,
      null,
    ),
  );
  return Object.fromEntries(
    Object.entries(flat).filter(([key]) => !Object.hasOwn(attributes, key)),
  );
}

const json = (value: JsonValue): string => JSON.stringify(value);

const input = (at: number): string => `llm.input_messages.${at}.message`;

describe('span kind', () => {
  it.each([
    [{ 'gen_ai.operation.name': 'chat' }, 'LLM'],
    [{ 'gen_ai.operation.name': 'text_completion' }, 'LLM'],
    [{ 'gen_ai.operation.name': 'generate_content' }, 'LLM'],
    [{ 'gen_ai.operation.name': 'embeddings' }, 'EMBEDDING'],
    [{ 'gen_ai.operation.name': 'execute_tool' }, 'TOOL'],
    [{ 'gen_ai.operation.name': 'retrieval' }, 'RETRIEVER'],
    [{ 'gen_ai.operation.name': 'invoke_agent' }, 'AGENT'],
    [{ 'gen_ai.operation.name': 'create_agent' }, 'AGENT'],
    [{ 'gen_ai.operation.name': 'dream', 'gen_ai.request.model': 'm' }, 'LLM'],
    [{ 'gen_ai.operation.name': 'dream' }, 'CHAIN'],
    [{ 'gen_ai.operation.name': 'invoke_workflow' }, 'CHAIN'],
    [{ 'gen_ai.operation.name': 'plan', 'gen_ai.agent.name': 'a' }, 'CHAIN'],
    [{ 'gen_ai.operation.name': 'tool_call' }, 'TOOL'],
    [{ 'gen_ai.provider.name': 'openai', 'gen_ai.response.model': 'm' }, 'LLM'],
    [{ 'gen_ai.tool.call.id': 'c', 'gen_ai.request.model': 'm' }, 'TOOL'],
    [{ 'gen_ai.tool.name': 't' }, 'TOOL'],
    [{ 'gen_ai.retrieval.query.text': 'q' }, 'RETRIEVER'],
    [{ 'gen_ai.embeddings.dimension.count': 3 }, 'EMBEDDING'],
    [{ 'gen_ai.input.messages': '[]' }, 'LLM'],
    [{ 'gen_ai.request.model': 'm' }, 'LLM'],
    [{ 'gen_ai.conversation.id': 'c' }, undefined],
  ])('reads %j as %s', (attributes, kind) => {
    expect(added(attributes)['openinference.span.kind']).toBe(kind);
  });
});

describe('provider', () => {
  it.each([
    ['openai', 'openai', 'openai'],
    ['mistral_ai', 'mistralai', 'mistralai'],
    ['x_ai', 'xai', undefined],
    ['azure.ai.openai', 'azure', 'openai'],
    ['aws.bedrock', 'aws', undefined],
    ['gcp.vertex_ai', 'google', 'vertexai'],
    ['gcp.gemini', 'google', undefined],
    ['llama.cpp', undefined, 'llama.cpp'],
  ])('%s', (name, provider, system) => {
    const result = added({ 'gen_ai.provider.name': name });
    expect([result['llm.provider'], result['llm.system']]).toEqual([provider, system]);
  });

  it('is read from the older name, ignoring case', () => {
    expect(added({ 'gen_ai.system': 'OpenAI' })).toEqual({
      'llm.provider': 'openai',
      'llm.system': 'openai',
    });
  });
});

describe('a chat', () => {
  it('is translated completely, and kept', () => {
    const attributes: JsonObject = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': 'c-1',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.choice.count': 2,
      'gen_ai.request.stop_sequences': ['x'],
      'gen_ai.output.type': 'json',
      'gen_ai.usage.input_tokens': '10',
      'gen_ai.usage.output_tokens': 4,
      'gen_ai.usage.cache_read.input_tokens': 3,
      'gen_ai.usage.cache_creation.input_tokens': 2,
      'gen_ai.system_instructions': json([{ type: 'text', content: 'be kind' }]),
      'gen_ai.input.messages': json([
        { role: 'user', parts: [{ type: 'text', content: 'hi' }] },
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', id: 't1', name: 'f', arguments: { a: 1 } }],
        },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 't1', response: { b: 2 } }] },
        {
          role: 'user',
          parts: [
            { type: 'text', content: 'see' },
            { type: 'uri', modality: 'image', uri: 'https://x/y.png' },
            { type: 'blob', modality: 'image', mime_type: 'image/gif', content: 'AAAA' },
            { type: 'reasoning', content: 'hm' },
          ],
        },
      ]),
      'gen_ai.output.messages': json([
        { role: 'assistant', parts: [{ type: 'text', content: 'yo' }], finish_reason: 'stop' },
      ]),
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.response.id': 'r-1',
      'gen_ai.response.model': 'gpt-4o-1',
      'gen_ai.tool.definitions': json([
        { name: 'f', description: 'd', parameters: { type: 'object' } },
        { type: 'function', function: { name: 'g' } },
      ]),
    };
    expect(added(attributes)).toEqual({
      'openinference.span.kind': 'LLM',
      'session.id': 'c-1',
      'llm.model_name': 'gpt-4o',
      'llm.invocation_parameters':
        '{"temperature":0.5,"n":2,"stop":["x"],"response_format":{"type":"json_object"}}',
      'llm.token_count.prompt': 10,
      'llm.token_count.completion': 4,
      'llm.token_count.total': 14,
      'llm.token_count.prompt_details.cache_read': 3,
      'llm.token_count.prompt_details.cache_write': 2,
      [`${input(0)}.role`]: 'system',
      [`${input(0)}.content`]: 'be kind',
      [`${input(1)}.role`]: 'user',
      [`${input(1)}.content`]: 'hi',
      [`${input(2)}.role`]: 'assistant',
      [`${input(2)}.tool_calls.0.tool_call.id`]: 't1',
      [`${input(2)}.tool_calls.0.tool_call.function.name`]: 'f',
      [`${input(2)}.tool_calls.0.tool_call.function.arguments`]: '{"a":1}',
      [`${input(3)}.role`]: 'tool',
      [`${input(3)}.tool_call_id`]: 't1',
      [`${input(3)}.content`]: '{"b":2}',
      [`${input(4)}.role`]: 'user',
      [`${input(4)}.contents.0.message_content.type`]: 'text',
      [`${input(4)}.contents.0.message_content.text`]: 'see',
      [`${input(4)}.contents.1.message_content.type`]: 'image',
      [`${input(4)}.contents.1.message_content.image.image.url`]: 'https://x/y.png',
      [`${input(4)}.contents.2.message_content.type`]: 'image',
      [`${input(4)}.contents.2.message_content.image.image.url`]: 'data:image/gif;base64,AAAA',
      [`${input(4)}.contents.3.message_content.type`]: 'reasoning',
      [`${input(4)}.contents.3.message_content.text`]: 'hm',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'yo',
      'llm.output_messages.0.message.finish_reason': 'stop',
      'llm.finish_reason': 'stop',
      'llm.response.model_name': 'gpt-4o-1',
      'input.value': 'see',
      'input.mime_type': 'text/plain',
      'output.value': 'yo',
      'output.mime_type': 'text/plain',
      'llm.tools.0.tool.json_schema':
        '{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object"}}}',
      'llm.tools.1.tool.json_schema': '{"type":"function","function":{"name":"g"}}',
    });
  });

  it('never overrides OpenInference attributes', () => {
    expect(
      added({
        'gen_ai.request.model': 'm',
        'gen_ai.response.id': 'r',
        'llm.model_name': 'mine',
        'openinference.span.kind': 'CHAIN',
        'output.value': 'plain',
      }),
    ).toEqual({});
  });

  it.each(['', '[]'])('has no messages if they are sent as %j', (messages) => {
    expect(added({ 'gen_ai.input.messages': messages })).toEqual({
      'openinference.span.kind': 'LLM',
    });
  });

  it('shows what was sent instead of messages', () => {
    expect(added({ 'gen_ai.input.messages': 'no json' })).toMatchObject({
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'no json',
    });
  });

  it.each([
    ['[5,{"role":"user","content":"ok"}]', '5'],
    ['[{"role":"user","content":"ok"},{"role":"user","parts":[{}]}]', '{}'],
    [
      '[{"role":"user","content":"ok"},{"role":"user","parts":[{"type":"text","content":5}]}]',
      '{"type":"text","content":5}',
    ],
    ['[{"role":"user","content":"ok"},{"role":"user","parts":"{"}]', '{'],
  ])('shows what is malformed in %s beside the rest', (messages, shown) => {
    const values = Object.values(added({ 'gen_ai.input.messages': messages }));
    expect(values).toEqual(expect.arrayContaining(['ok', shown]));
  });

  it('reads messages sent as values, too', () => {
    const messages = [{ role: 'user', parts: [{ type: 'text', content: 'hi' }] }];
    expect(added({ 'gen_ai.input.messages': messages })).toMatchObject({
      'llm.input_messages.0.message.content': 'hi',
    });
  });
});

describe('other kinds', () => {
  it('names the model and parameters of an embedding', () => {
    expect(
      added({
        'gen_ai.operation.name': 'embeddings',
        'gen_ai.request.model': 'e',
        'gen_ai.request.encoding_formats': ['float'],
      }),
    ).toEqual({
      'openinference.span.kind': 'EMBEDDING',
      'embedding.model_name': 'e',
      'embedding.invocation_parameters': '{"encoding_format":"float"}',
    });
  });

  it('reads the arguments and the result of a tool call', () => {
    const tool = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'gen_ai.tool.description': 'finds',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"q":"x"}',
      'gen_ai.tool.call.result': '[1]',
    };
    expect(added(tool)).toEqual({
      'openinference.span.kind': 'TOOL',
      'tool.name': 'search',
      'tool.description': 'finds',
      'tool.id': 'c1',
      'tool.parameters.q': 'x',
      'input.value': '{"q":"x"}',
      'input.mime_type': 'application/json',
      'output.value': '[1]',
      'output.mime_type': 'application/json',
    });
    expect(added({ ...tool, 'gen_ai.tool.call.result': '5' })['output.mime_type']).toBeUndefined();
  });

  it('reads the query and the documents of a retrieval', () => {
    expect(
      added({
        'gen_ai.operation.name': 'retrieval',
        'gen_ai.retrieval.query.text': 'q',
        'gen_ai.retrieval.documents': json([
          { id: 'd1', score: 0.5, content: 'x', metadata: { a: 1 } },
          { id: 'd2' },
        ]),
      }),
    ).toEqual({
      'openinference.span.kind': 'RETRIEVER',
      'input.value': 'q',
      'input.mime_type': 'text/plain',
      'retrieval.documents.0.document.id': 'd1',
      'retrieval.documents.0.document.score': 0.5,
      'retrieval.documents.0.document.content': 'x',
      'retrieval.documents.0.document.metadata.a': 1,
      'retrieval.documents.1.document.id': 'd2',
    });
  });
});
