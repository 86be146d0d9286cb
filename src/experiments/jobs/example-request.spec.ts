import type { JsonValue } from '../../kernel/json/json.js';
import { findMessages, findVariables, isPath } from './example-request.js';

const example = {
  input: { question: 'Why?', chat: [{ role: 'user', content: 'Hi' }] },
  reference: { answer: 'Because.' },
  metadata: {},
};

describe('the parts of an example', () => {
  it('are found at paths', () => {
    expect(findVariables(example, 'input')).toBe(example.input);
    expect(findVariables(example, '')).toBe(example);
    expect(findMessages(example, 'input.chat')).toEqual([{ role: 'user', content: 'Hi' }]);
    expect(isPath('input.messages[0]')).toBe(true);
    expect(isPath('input[')).toBe(false);
  });

  it.each(['input.question', 'input.constructor', '__proto__', 'reference.missing'])(
    'are not variables without an object: %s',
    (path) => {
      expect(() => findVariables(example, path)).toThrow(`no object at "${path}"`);
    },
  );

  it('are messages with images, calls and results of tools', () => {
    const messages: JsonValue = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', function: { name: 'f', arguments: { a: 1 } } }],
      },
      { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'ok' }] },
    ];
    expect(findMessages({ ...example, input: { messages } }, 'input.messages')).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'file', mediaType: 'image/png', source: { base64: 'AAAA' }, name: null },
        ],
      },
      {
        role: 'assistant',
        content: [
          {
            type: 'tool_call',
            tool_call_id: 'c',
            tool_call: { type: 'function', name: 'f', arguments: '{"a":1}' },
          },
        ],
      },
      { role: 'tool', content: [{ type: 'tool_result', tool_call_id: 'c', tool_result: 'ok' }] },
    ]);
  });

  it.each([{}, 'Hi', [{ role: 'robot', content: 'x' }], [{ content: 'x' }], [null]])(
    'are not messages in another form: %j',
    (chat) => {
      expect(() => findMessages({ ...example, input: { chat } }, 'input.chat')).toThrow(
        'no list of chat messages',
      );
    },
  );
});
