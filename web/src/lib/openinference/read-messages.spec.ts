import { readMessages, readOfferedTools, readTokenDetails } from './read-messages.js';

const messagesOf = (...messages: object[]) =>
  readMessages({ llm: { input_messages: messages } } as never, 'llm.input_messages');

const PNG = btoa(`\x89PNG\r\n\x1A\n${'\0'.repeat(60)}`);

describe('readMessages', () => {
  it('reads role, text and tool calls with their arguments', () => {
    const [user, assistant, tool] = messagesOf(
      { message: { role: 'user', content: 'Weather in Turin?' } },
      {
        message: {
          role: 'assistant',
          tool_calls: [
            {
              tool_call: { id: 'c1', function: { name: 'weather', arguments: '{"city":"Turin"}' } },
            },
          ],
        },
      },
      { message: { role: 'tool', tool_call_id: 'c1', name: 'weather', content: '{"c":21}' } },
    );
    expect(user).toMatchObject({
      role: 'user',
      parts: [{ type: 'text', text: 'Weather in Turin?' }],
    });
    expect(assistant?.toolCalls).toEqual([
      { id: 'c1', name: 'weather', arguments: { city: 'Turin' } },
    ]);
    expect(tool).toMatchObject({ toolCallId: 'c1', name: 'weather' });
  });

  it('reads mixed contents in order', () => {
    const [message] = messagesOf({
      message: {
        role: 'user',
        contents: [
          { message_content: { type: 'text', text: 'What is this?' } },
          {
            message_content: {
              type: 'image',
              image: { image: { url: 'data:image/png;base64,AA' } },
            },
          },
          { message_content: { type: 'reasoning', text: 'It looks like a bridge.' } },
          { message_content: { type: 'audio', audio: { audio: { transcript: 'hello' } } } },
          { message_content: { type: 'video' } },
        ],
      },
    });
    expect(message?.parts).toEqual([
      { type: 'text', text: 'What is this?' },
      { type: 'image', url: 'data:image/png;base64,AA' },
      { type: 'reasoning', text: 'It looks like a bridge.' },
      { type: 'audio', url: undefined, transcript: 'hello' },
      { type: 'other', value: { type: 'video' } },
    ]);
  });

  it.each([
    ['of OpenInference', { type: 'image', image: { image: { url: PNG } } }],
    ['of OpenAI', { type: 'input_image', image_url: PNG }],
    ['that OpenAI made', { type: 'image_generation_call', result: PNG }],
    ['of Anthropic', { type: 'image', source: { type: 'base64', data: PNG } }],
    ['of Google', { inlineData: { mimeType: 'image/png', data: PNG } }],
    ['of Bedrock', { image: { format: 'png', source: { bytes: PNG } } }],
  ])('reads the bytes of a picture %s', (_, part) => {
    const [message] = messagesOf({ role: 'user', content: [part] });
    expect(message?.parts).toEqual([{ type: 'image', url: `data:image/png;base64,${PNG}` }]);
  });

  it('shows a text only once if it is sent both whole and in parts', () => {
    const part = (text: string) => ({ message_content: { type: 'text', text } });
    const texts = messagesOf(
      { message: { role: 'user', content: 'Hi', contents: [part('Hi')] } },
      { message: { role: 'user', content: 'One two', contents: [part('One '), part('two')] } },
      { message: { role: 'user', content: 'Look:', contents: [part('a caption')] } },
    ).map(({ parts }) => parts.map((read) => (read.type === 'text' ? read.text : read.type)));
    expect(texts).toEqual([['Hi'], ['One ', 'two'], ['Look:', 'a caption']]);
  });

  it('reads messages sent as one value, with dots in the keys or as JSON text', () => {
    const sent = [{ 'message.role': 'user', 'message.content': 'hi' }];
    const expected = [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }];
    expect(messagesOf(...sent)).toMatchObject(expected);
    expect(
      readMessages({ llm: { input_messages: JSON.stringify(sent) } }, 'llm.input_messages'),
    ).toMatchObject(expected);
  });

  it('reads the older function call', () => {
    const [message] = messagesOf({
      message: {
        role: 'assistant',
        function_call_name: 'sum',
        function_call_arguments_json: '{"a":1}',
      },
    });
    expect(message?.toolCalls).toEqual([{ name: 'sum', arguments: { a: 1 } }]);
  });

  it('keeps arguments that are not JSON, and skips items that are not messages', () => {
    const [message, ...rest] = messagesOf(
      { message: { tool_calls: [{ tool_call: { function: { name: 'f', arguments: '{"a":' } } }] } },
      { message: {} },
    );
    expect(message?.toolCalls).toMatchObject([{ name: 'f', arguments: '{"a":' }]);
    expect(rest).toEqual([]);
    expect(readMessages({ llm: 'text' }, 'llm.input_messages')).toEqual([]);
    expect(readMessages(null, 'llm.input_messages')).toEqual([]);
  });
});

describe('readOfferedTools', () => {
  it.each([
    [
      'OpenAI',
      {
        type: 'function',
        function: { name: 'f', description: 'd', parameters: { type: 'object' } },
      },
    ],
    ['Anthropic', { name: 'f', description: 'd', input_schema: { type: 'object' } }],
  ])('reads the shape of %s', (_provider, definition) => {
    const attributes = { llm: { tools: [{ tool: { json_schema: JSON.stringify(definition) } }] } };
    expect(readOfferedTools(attributes)).toEqual([
      { name: 'f', description: 'd', schema: { type: 'object' } },
    ]);
  });
});

describe('readTokenDetails', () => {
  it('lists detailed token counts', () => {
    const attributes = { llm: { token_count: { prompt_details: { cache_read: 40, audio: 0 } } } };
    expect(readTokenDetails(attributes, 'prompt')).toEqual([{ kind: 'cache_read', count: 40 }]);
    expect(readTokenDetails(attributes, 'completion')).toEqual([]);
  });
});
