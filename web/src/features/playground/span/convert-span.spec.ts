import type { MessageDraft } from '../../../components/prompt-editor/message-draft.js';
import { readChatDraft } from '../../../components/prompt-editor/version-draft.js';
import { parseExactJson, type Json } from '../../../lib/json/exact-json.js';
import { convertSpan } from './convert-span.js';

const message = (content: object) => ({ message: content });
const OPENAI = { provider: 'openai', model_name: 'gpt-x' };
const convert = (llm: object, rest: object = {}) => convertSpan({ llm, ...rest } as Json);
const withoutKeys = (messages: readonly MessageDraft[]) =>
  messages.map(({ role, parts }) => [role, parts.map(({ key: _key, ...part }) => part)]);

describe('the call of a span', () => {
  it('keeps its messages with their tool calls and results', () => {
    const { start, original, unread } = convert({
      ...OPENAI,
      input_messages: [
        message({ role: 'developer', content: 'Be {polite}.' }),
        message({ role: 'user', content: 'Weather?' }),
        message({
          role: 'assistant',
          tool_calls: [
            {
              tool_call: { id: 'c1', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
            },
          ],
        }),
        message({ role: 'tool', tool_call_id: 'c1', content: '{"degrees": 21}' }),
        message({ role: 'tool', tool_call_id: 'c2', content: 'sunny' }),
      ],
      output_messages: [message({ role: 'assistant', content: 'It is 21 degrees.' })],
    });
    expect(unread).toEqual([]);
    expect(original).toEqual({ text: 'It is 21 degrees.', calls: [] });
    expect(start.templateFormat).toBe('NONE');
    expect(start.chat.messages[0]?.roleName).toBe('developer');
    expect(withoutKeys(start.chat.messages)).toEqual([
      ['SYSTEM', [{ kind: 'text', text: 'Be {polite}.' }]],
      ['USER', [{ kind: 'text', text: 'Weather?' }]],
      ['AI', [{ kind: 'call', id: 'c1', name: 'weather', arguments: '{\n  "city": "Rome"\n}' }]],
      ['TOOL', [{ kind: 'result', id: 'c1', result: '{"degrees": 21}' }]],
      ['TOOL', [{ kind: 'result', id: 'c2', result: '"sunny"' }]],
    ]);
    expect(readChatDraft(start.chat, 'NONE')).not.toHaveProperty('problem');
  });

  it('keeps images, and says what cannot be sent again', () => {
    const image = (url: string) => ({
      message_content: { type: 'image', image: { image: { url } } },
    });
    const { start, unread } = convert({
      ...OPENAI,
      input_messages: [
        message({
          role: 'user',
          contents: [
            { message_content: { type: 'text', text: 'What is this?' } },
            image('data:image/png;base64,AA=='),
            image('https://x.example/a/cat.webp?size=2'),
            image('__REDACTED__'),
          ],
        }),
        message({
          role: 'robot',
          contents: [{ message_content: { type: 'reasoning', text: 'hm' } }],
        }),
      ],
    });
    expect(withoutKeys(start.chat.messages)).toEqual([
      [
        'USER',
        [
          { kind: 'text', text: 'What is this?' },
          {
            kind: 'file',
            url: 'data:image/png;base64,AA==',
            mediaType: 'image/png',
            name: null,
          },
          {
            kind: 'file',
            url: 'https://x.example/a/cat.webp?size=2',
            mediaType: 'image/webp',
            name: null,
          },
        ],
      ],
      ['USER', [{ kind: 'text', text: '' }]],
    ]);
    expect(unread).toEqual([
      'Message 1: its image was not recorded in a form that can be sent again.',
      'Message 2: the role “robot” is not known, so it became a user message.',
      'Message 2: reasoning is not sent again.',
    ]);
  });

  it('keeps the parameters that the family of the provider has, with exact numbers', () => {
    const { start, unread } = convertSpan(
      parseExactJson(`{"llm": {
        "provider": "openai", "model_name": "gpt-x",
        "input_messages": [{ "message": { "role": "user", "content": "Hi" } }],
        "invocation_parameters": "{\\"model\\":\\"gpt-x\\",\\"temperature\\":1.0,\\"stop\\":\\"END\\",\\"max_output_tokens\\":5,\\"logprobs\\":true,\\"stream\\":true,\\"seed\\":null,\\"response_format\\":{\\"type\\":\\"json_schema\\",\\"json_schema\\":{\\"name\\":\\"n\\"}}}"
      }}`),
    );
    expect(start.chat.parameters).toBe(
      '{\n  "temperature": 1.0,\n  "stop": [\n    "END"\n  ],\n  "max_completion_tokens": 5\n}',
    );
    expect(JSON.parse(start.chat.responseFormat)).toEqual({
      type: 'json_schema',
      json_schema: { name: 'n' },
    });
    expect(unread).toEqual(['These parameters are not supported: logprobs.']);
  });

  it.each([
    ['azure', 'gpt-x', 'AZURE_OPENAI'],
    ['aws.bedrock', 'm', 'AWS'],
    ['vertexai', 'gemini-x', 'GOOGLE'],
    [undefined, 'claude-x', 'ANTHROPIC'],
    ['acme', 'm', 'OPENAI'],
  ])('of %j with the model %j goes to %s', (provider, modelName, expected) => {
    const { start } = convert({ provider, model_name: modelName });
    expect(start.chat.modelProvider).toBe(expected);
  });

  it('names a provider that is not known', () => {
    const { unread } = convert({ system: 'acme', model_name: 'm', prompts: ['Hi'] });
    expect(unread[0]).toBe('The provider “acme” is not known, so it became OpenAI.');
  });

  it('offers the same tools, in the format of prompts', () => {
    const schema = { type: 'object', properties: {} };
    const tools = [
      { type: 'function', function: { name: 'a', parameters: schema } },
      { name: 'b', description: 'B', input_schema: schema },
      { functionDeclarations: [{ name: 'c' }, { name: 'd', parameters: schema }] },
      { type: 'web_search' },
    ];
    const { start } = convert({
      ...OPENAI,
      tools: [
        ...tools.map((tool) => ({ tool: { json_schema: JSON.stringify(tool) } })),
        { tool: { name: 'e', parameters: schema } },
      ],
      invocation_parameters: { tool_choice: 'required', parallel_tool_calls: false },
    });
    const { text, choice, isParallel } = start.chat.tools;
    expect(JSON.parse(text)).toEqual([
      { type: 'function', function: { name: 'a', parameters: schema } },
      { type: 'function', function: { name: 'b', description: 'B', parameters: schema } },
      { type: 'function', function: { name: 'c' } },
      { type: 'function', function: { name: 'd', parameters: schema } },
      { type: 'web_search' },
      { type: 'function', function: { name: 'e', parameters: schema } },
    ]);
    expect([choice, isParallel]).toEqual(['one_or_more', false]);
  });

  it.each([
    [{ type: 'function', function: { name: 'f' } }, 'function:f'],
    [{ type: 'tool', name: 'f' }, 'function:f'],
    ['auto', 'zero_or_more'],
    [{ type: 'any' }, 'one_or_more'],
  ])('keeps the tool choice %j', (given, expected) => {
    const { start } = convert({
      tools: [{ tool: { json_schema: '{"name":"f"}' } }],
      invocation_parameters: { tool_choice: given },
    });
    expect(start.chat.tools.choice).toBe(expected);
  });

  it.each([
    ['MUSTACHE', 'Hi {{name}}'],
    ['F_STRING', 'Hi {name}, {{not this}}'],
  ])('that the playground recorded has its template with %s again', (format, text) => {
    const template = {
      messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    };
    const { start, unread } = convert({
      ...OPENAI,
      input_messages: [message({ role: 'user', content: 'Hi Ada' })],
      prompt_template: { template: JSON.stringify(template), variables: '{"name":"Ada"}' },
    });
    expect(start.templateFormat).toBe(format);
    expect(withoutKeys(start.chat.messages)).toEqual([['USER', [{ kind: 'text', text }]]]);
    expect(start.variables).toEqual({ name: { text: 'Ada', isJson: false } });
    expect(unread).toEqual([]);
  });

  it('with a template of unknown syntax has the filled messages', () => {
    const { start, unread } = convert({
      ...OPENAI,
      input_messages: [message({ role: 'user', content: 'Hi Ada' })],
      prompt_template: { template: 'Hi %name%', variables: '{"name":"Ada"}' },
    });
    expect(start.templateFormat).toBe('NONE');
    expect(withoutKeys(start.chat.messages)).toEqual([
      ['USER', [{ kind: 'text', text: 'Hi Ada' }]],
    ]);
    expect(unread).toEqual([
      'The prompt template was not used. The messages contain the values of its variables.',
    ]);
  });

  it('without messages has its input, if there is one', () => {
    const { start, original } = convert(OPENAI, {
      input: { value: 'Hi' },
      output: { value: 'Ho' },
    });
    expect(withoutKeys(start.chat.messages)).toEqual([['USER', [{ kind: 'text', text: 'Hi' }]]]);
    expect(original).toEqual({ text: 'Ho', calls: [] });
    expect(convert({}).unread).toContain('The span recorded no messages and no input.');
  });

  it('that answered with tool calls shows them', () => {
    const { original } = convert({
      output_messages: [
        message({ tool_calls: [{ tool_call: { function: { name: 'f', arguments: '{"a":1}' } } }] }),
      ],
    });
    expect(original).toEqual({
      text: '',
      calls: [{ id: 'call_1', name: 'f', arguments: '{\n  "a": 1\n}' }],
    });
  });
});
