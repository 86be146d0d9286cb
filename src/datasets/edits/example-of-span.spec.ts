import type { JsonObject } from '../../kernel/json/json.js';
import type { SpanRow } from '../../tracing/spans/span.entity.js';
import { createExampleFromSpan } from './example-of-span.js';

const exampleOf = (kind: string, attributes: object) =>
  createExampleFromSpan({
    row: { kind } as SpanRow,
    attributes: attributes as JsonObject,
    events: [],
  });

const JSON_TYPE = { mime_type: 'application/json' };

describe('the example created from a span', () => {
  it('contains the messages, tools and variables of an LLM span', () => {
    const attributes = {
      llm: {
        input_messages: [
          { message: { role: 'system', content: 'Be brief.' } },
          {
            message: {
              role: 'user',
              contents: [
                { message_content: { type: 'text', text: 'What is this?' } },
                { message_content: { type: 'image', image: { image: { url: 'https://x.yz/1' } } } },
              ],
            },
          },
        ],
        output_messages: [
          {
            message: {
              role: 'assistant',
              tool_calls: [
                { tool_call: { id: 'c1', function: { name: 'find', arguments: '{"q":"x"}' } } },
              ],
            },
          },
        ],
        tools: [{ tool: { json_schema: '{"type":"function","function":{"name":"find"}}' } }],
        prompt_template: { variables: '{"tone":"brief"}' },
      },
      input: { value: 'ignored' },
      output: { value: 'ignored' },
    };
    expect(exampleOf('LLM', attributes)).toEqual({
      input: {
        messages: [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is this?' },
              { type: 'image_url', image_url: { url: 'https://x.yz/1' } },
            ],
          },
        ],
        tools: [{ type: 'function', function: { name: 'find' } }],
        prompt_template_variables: { tone: 'brief' },
      },
      output: {
        messages: [
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"q":"x"}' } },
            ],
          },
        ],
      },
      metadata: { span_kind: 'LLM' },
    });
  });

  it('contains function calls and tool results as messages', () => {
    const messages = [
      {
        message: {
          role: 'assistant',
          function_call_name: 'find',
          function_call_arguments_json: '{}',
        },
      },
      { message: { role: 'tool', tool_call_id: 'c1', name: 'find', content: '3' } },
      { role: 'user', content: 'not wrapped' },
      'no object',
    ];
    expect(exampleOf('LLM', { llm: { input_messages: messages } }).input).toEqual({
      messages: [
        { role: 'assistant', content: null, function_call: { name: 'find', arguments: '{}' } },
        { role: 'tool', tool_call_id: 'c1', name: 'find', content: '3' },
        { role: 'user', content: 'not wrapped' },
      ],
    });
  });

  it('contains the values of an LLM span without messages', () => {
    const { input, output } = exampleOf('LLM', {
      input: { value: 'Hello' },
      output: { value: 'Hi' },
      llm: { prompt_template: { variables: { a: 1 } } },
    });
    expect(input).toEqual({ input: 'Hello', prompt_template_variables: { a: 1 } });
    expect(output).toEqual({ output: 'Hi' });
  });

  it('contains the documents of a retriever', () => {
    const documents = [{ document: { id: 'd1', content: 'text', score: 0.5 } }];
    expect(
      exampleOf('RETRIEVER', { input: { value: 'q' }, retrieval: { documents } }),
    ).toMatchObject({
      input: { input: 'q' },
      output: { documents: [{ id: 'd1', content: 'text', score: 0.5 }] },
    });
  });

  it.each([
    ['a JSON object', { value: '{"a":[1]}', ...JSON_TYPE }, { a: [1] }],
    ['a JSON list', { value: '[1,2]', ...JSON_TYPE }, { input: [1, 2] }],
    ['invalid JSON', { value: '{"a":', ...JSON_TYPE }, { input: '{"a":' }],
    [
      'text that looks like JSON',
      { value: '{"a":1}', mime_type: 'text/plain' },
      { input: '{"a":1}' },
    ],
    ['text without a type', { value: '{"a":1}' }, { input: '{"a":1}' }],
    ['an object', { value: { a: 1 } }, { a: 1 }],
    ['a number', { value: 0 }, { input: 0 }],
    ['an empty text', { value: '' }, { input: '' }],
    ['null', { value: null }, {}],
    ['nothing', {}, {}],
  ])('contains an input that is %s', (_, input, expected) => {
    expect(exampleOf('CHAIN', { input }).input).toEqual(expected);
  });

  it('keeps JSON that is nested too deeply as text', () => {
    const value = '['.repeat(5_000) + ']'.repeat(5_000);
    expect(exampleOf('CHAIN', { input: { value, ...JSON_TYPE } }).input).toEqual({ input: value });
  });

  it('keeps big integers', () => {
    const { input } = exampleOf('CHAIN', {
      input: { value: '{"n":9007199254740993}', ...JSON_TYPE },
    });
    expect(JSON.stringify(input)).toBe('{"n":9007199254740993}');
  });

  it('copies the metadata of the span', () => {
    expect(exampleOf('TOOL', { metadata: { user: 'ada' } }).metadata).toEqual({
      user: 'ada',
      span_kind: 'TOOL',
    });
    expect(exampleOf('TOOL', { metadata: '{"user":"ada"}' }).metadata).toMatchObject({
      user: 'ada',
    });
    expect(exampleOf('TOOL', { metadata: 'words' }).metadata).toEqual({ span_kind: 'TOOL' });
  });

  it('keeps unexpected attributes', () => {
    const odd = JSON.parse(
      '{"__proto__":{"polluted":1},"llm":{"input_messages":[{"message":{"__proto__":"x","role":5}}]}}',
    );
    const { input } = exampleOf('LLM', odd);
    expect(JSON.stringify(input)).toBe('{"messages":[{"__proto__":"x","role":5,"content":null}]}');
    expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted');
  });
});
