import type { JsonValue } from '../../../kernel/json/json.js';
import type { Message } from './message.js';
import { readMessages, readSaid } from './read-messages.js';
import { previewQuestion, summarizeAnswer, summarizeLast, summarizeQuestion } from './summarize.js';

const asked: Message = { role: 'user', parts: [{ type: 'text', text: 'Why?' }] };
const answered: Message = { role: 'assistant', parts: [{ type: 'text', text: 'So.' }] };

const constructed = (name: string, kwargs: JsonValue): JsonValue => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain', 'schema', 'messages', name],
  kwargs,
});

describe('messages', () => {
  it.each<[string, JsonValue]>([
    [
      'OpenAI',
      [
        { role: 'user', content: 'Why?' },
        { role: 'assistant', content: 'So.' },
      ],
    ],
    [
      'OpenTelemetry',
      [
        { role: 'user', parts: [{ type: 'text', content: 'Why?' }] },
        { role: 'assistant', parts: [{ type: 'text', content: 'So.' }] },
      ],
    ],
    [
      'Google',
      {
        contents: [
          { role: 'user', parts: [{ text: 'Why?' }] },
          { role: 'assistant', parts: [{ text: 'So.' }] },
        ],
      },
    ],
    [
      'LangChain',
      {
        messages: [
          { type: 'human', data: { content: 'Why?' } },
          { type: 'ai', data: { content: 'So.' } },
        ],
      },
    ],
    [
      'LangChain, dumped',
      {
        messages: [
          [
            { type: 'human', content: 'Why?' },
            { type: 'ai', content: 'So.' },
          ],
        ],
      },
    ],
    [
      'LangChain, constructed',
      {
        messages: [
          [
            constructed('HumanMessage', { content: 'Why?' }),
            constructed('AIMessage', { content: 'So.' }),
          ],
        ],
      },
    ],
    [
      'LangGraph',
      [
        {
          graph: null,
          update: {
            messages: [
              { role: 'user', content: 'Why?' },
              { role: 'assistant', content: 'So.' },
            ],
          },
        },
      ],
    ],
    [
      'OpenInference',
      [
        { message: { role: 'user', content: 'Why?' } },
        {
          message: {
            role: 'assistant',
            contents: [{ message_content: { type: 'text', text: 'So.' } }],
          },
        },
      ],
    ],
    [
      'LlamaIndex',
      [
        { role: 'user', blocks: [{ block_type: 'text', text: 'Why?' }] },
        { role: 'assistant', blocks: [{ block_type: 'text', text: 'So.' }] },
      ],
    ],
  ])('are read in the words of %s, as JSON as well', (_, sent) => {
    expect(readMessages(sent, 'user')).toEqual([asked, answered]);
    expect(readMessages(JSON.stringify(sent), 'user')).toEqual([asked, answered]);
  });

  it('have the reason why a choice ended', () => {
    const choices = [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'So.' } },
    ];
    expect(readMessages({ id: 'x', choices }, 'assistant')).toEqual([
      { ...answered, finishReason: 'stop' },
    ]);
  });

  it('have one result each', () => {
    const results = ['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: id }));
    const sent = [{ role: 'user', content: [...results, { type: 'text', text: 'Why?' }] }];
    expect(readMessages(sent, 'user')).toEqual([
      { role: 'tool', name: undefined, parts: [{ type: 'toolResult', id: 'a', result: 'a' }] },
      { role: 'tool', name: undefined, parts: [{ type: 'toolResult', id: 'b', result: 'b' }] },
      asked,
    ]);
  });

  it('have each call once', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
    const content = [{ type: 'tool_use', id: 'c', name: 'f', input: {} }];
    expect(readMessages([{ role: 'assistant', content, tool_calls: [call] }], 'user')).toEqual([
      { role: 'assistant', parts: [{ type: 'toolCall', id: 'c', name: 'f', arguments: {} }] },
    ]);
  });

  it('have all calls that differ, even without IDs', () => {
    const call = (city: string) => ({ function: { name: 'f', arguments: city } });
    const sent = [{ role: 'assistant', tool_calls: ['Oslo', 'Rome'].map(call) }];
    expect(summarizeCalls(readMessages(sent, 'user'))).toEqual(['Oslo', 'Rome']);
  });

  it('are read in linear time', () => {
    const calls = Array.from({ length: 100_000 }, (_, at) => ({ id: `${at}`, name: 'f' }));
    const [message] = readMessages([{ role: 'assistant', tool_calls: calls }], 'user');
    expect(message?.parts).toHaveLength(100_000);
  });

  it('have instructions beside them', () => {
    const instructed: Message = { role: 'system', parts: [{ type: 'text', text: 'Be kind.' }] };
    const messages = [{ role: 'user', content: 'Why?' }];
    const requests: JsonValue[] = [
      { system: 'Be kind.', messages },
      { system: [{ type: 'text', text: 'Be kind.' }], messages },
      { model: 'm', instructions: 'Be kind.', input: 'Why?' },
      { model: 'm', config: { system_instruction: 'Be kind.' }, contents: 'Why?' },
      { messages: [{ role: 'system', content: 'Be kind.' }, ...messages], system: 'Other' },
    ];
    for (const sent of requests) {
      expect(readMessages(sent, 'user')).toEqual([instructed, asked]);
    }
    expect(readMessages({ system: 'x', messages }, 'assistant')).toEqual([asked]);
  });

  it("reads the source of AutoGen's messages, and the content of Google's candidates", () => {
    const of = (source: string, type: string, content: JsonValue) => ({ source, type, content });
    const sent = {
      messages: [
        of('user', 'TextMessage', 'Why?'),
        of('bot', 'ToolCallRequestEvent', [{ id: 'c', name: 'f', arguments: '{}' }]),
        of('bot', 'ToolCallExecutionEvent', [{ content: 'ok', name: 'f', call_id: 'c' }]),
        of('bot', 'TextMessage', 'So.'),
      ],
    };
    expect(readMessages(sent, 'assistant')).toEqual([
      { ...asked, name: 'user' },
      {
        role: 'assistant',
        name: 'bot',
        parts: [{ type: 'toolCall', id: 'c', name: 'f', arguments: '{}' }],
      },
      {
        role: 'tool',
        name: 'f',
        parts: [{ type: 'toolResult', id: 'c', name: 'f', result: 'ok' }],
      },
      { ...answered, name: 'bot' },
    ]);
    const content = { role: 'assistant', parts: [{ text: 'So.' }] };
    const candidates = [{ content, finish_reason: 'STOP' }];
    expect(readMessages({ candidates }, 'assistant')).toEqual([
      { ...answered, finishReason: 'STOP' },
    ]);
  });

  it('reads the message of a tool as its result', () => {
    const sent = [{ role: 'tool', tool_call_id: 'c', content: 'ok' }];
    expect(readMessages(sent, 'user')).toEqual([
      { role: 'tool', parts: [{ type: 'toolResult', id: 'c', result: 'ok' }] },
    ]);
  });

  it('are none in anything else', () => {
    const values: JsonValue[] = [{ question: 'Why?' }, [1, 2], ['a'], 'Why?', '{', 5, null, {}];
    for (const sent of values) expect(readMessages(sent, 'user')).toEqual([]);
    expect(readMessages(undefined, 'user')).toEqual([]);
  });

  it('may be plain text', () => {
    expect(readSaid('Why?', 'user')).toEqual([asked]);
    expect(readSaid('"Why?"', 'user')).toEqual([asked]);
    expect(readSaid([{ type: 'text', content: 'Why?' }], 'user')).toEqual([asked]);
    expect(readSaid('', 'user')).toEqual([]);
    expect(readSaid(null, 'user')).toEqual([]);
  });

  it('keep what is malformed among them', () => {
    const sent: JsonValue = [
      { role: 'user', content: 'Why?' },
      5,
      { parts: [] },
      { strange: true },
    ];
    const shown = readMessages(sent, 'assistant').flatMap(({ parts }) => parts);
    expect(shown).toEqual([
      { type: 'text', text: 'Why?' },
      { type: 'other', name: 'json', value: 5 },
      { type: 'other', name: 'json', value: { strange: true } },
    ]);
  });
});

function summarizeCalls(messages: readonly Message[]): JsonValue[] {
  const parts = messages.flatMap((message) => message.parts);
  return parts.flatMap((part) => (part.type === 'toolCall' ? (part.arguments ?? null) : []));
}

describe('the summary', () => {
  const called: Message = {
    role: 'assistant',
    parts: [{ type: 'toolCall', name: 'f', arguments: { a: 1 } }],
  };
  const result: Message = { role: 'tool', parts: [{ type: 'toolResult', result: 'ok' }] };

  it('summarizes the input by the last message of the user', () => {
    expect(summarizeQuestion([asked, called, result])).toBe('Why?');
    expect(summarizeQuestion([called, result])).toBe('ok');
    expect(summarizeQuestion([])).toBeUndefined();
  });

  it('is what the user said, without what an agent has put before it', () => {
    const parts = [
      '<system-reminder>\nToday is Monday',
      '<current_datetime>1</current_datetime>\n\nWhy?',
    ];
    const asked = { role: 'user', parts: parts.map((text) => ({ type: 'text' as const, text })) };
    expect(summarizeQuestion([asked])).toBe('Why?');
    expect(previewQuestion([{ message: { role: 'user', content: parts[1]! } }])).toBe('Why?');
    // A question that consists of it stays.
    expect(previewQuestion([{ message: { role: 'user', content: parts[0]! } }])).toBe(parts[0]);
  });

  it('summarizes an answer by its first text, or else its first call', () => {
    expect(summarizeAnswer([called, answered])).toBe('So.');
    expect(summarizeAnswer([called])).toBe('f({"a":1})');
    const thought: Message = { role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }] };
    expect(summarizeAnswer([thought, called])).toBe('f({"a":1})');
    expect(summarizeAnswer([thought])).toBe('hm');
  });

  it('summarizes a chain by its last message', () => {
    expect(summarizeLast([asked, called, result, answered])).toBe('So.');
    expect(summarizeLast([asked, called])).toBe('f({"a":1})');
  });
});
