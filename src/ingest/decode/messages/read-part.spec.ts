import type { JsonValue } from '../../../kernel/json/json.js';
import type { Part } from './message.js';
import { readPart, readParts } from './read-part.js';

const text = (said: string): Part => ({ type: 'text', text: said });

describe('a part of a message', () => {
  it.each<[string, JsonValue, Part]>([
    ['text', 'hi', text('hi')],
    ['of OpenTelemetry', { type: 'text', content: 'hi' }, text('hi')],
    ['of OpenAI', { type: 'input_text', text: 'hi' }, text('hi')],
    ['of Google', { text: 'hi' }, text('hi')],
    ['of LlamaIndex', { block_type: 'text', text: 'hi' }, text('hi')],
    ['without a text', { type: 'text', content: null }, text('')],
  ])('%s is text', (_, sent, part) => {
    expect(readPart(sent)).toEqual(part);
  });

  it.each<[string, JsonValue]>([
    ['OpenTelemetry', { type: 'reasoning', content: 'hm' }],
    ['Anthropic', { type: 'thinking', thinking: 'hm', signature: 's' }],
    ['Google', { text: 'hm', thought: true }],
    ['OpenAI', { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] }],
    ['Amazon', { reasoningContent: { reasoningText: { text: 'hm' } } }],
  ])('reads reasoning in the form of %s', (_, sent) => {
    expect(readPart(sent)).toEqual({ type: 'reasoning', text: 'hm' });
  });

  it.each<[string, JsonValue]>([
    ['OpenTelemetry', { type: 'tool_call', id: 'c', name: 'f', arguments: { a: 1 } }],
    ['OpenAI', { type: 'function', id: 'c', function: { name: 'f', arguments: { a: 1 } } }],
    [
      'OpenAI (Responses)',
      { type: 'function_call', id: 'x', call_id: 'c', name: 'f', arguments: { a: 1 } },
    ],
    ['Anthropic', { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } }],
    ['Google', { functionCall: { id: 'c', name: 'f', args: { a: 1 } } }],
    ['Amazon', { toolUse: { toolUseId: 'c', name: 'f', input: { a: 1 } } }],
    ['the AI SDK', { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: { a: 1 } }],
    ['Genkit', { toolRequest: { ref: 'c', name: 'f', input: { a: 1 } } }],
  ])('reads a call in the form of %s', (_, sent) => {
    expect(readPart(sent)).toEqual({ type: 'toolCall', id: 'c', name: 'f', arguments: { a: 1 } });
  });

  it.each<[string, JsonValue]>([
    ['OpenTelemetry', { type: 'tool_call_response', id: 'c', response: 'ok' }],
    ['OpenAI', { type: 'function_call_output', call_id: 'c', output: 'ok' }],
    [
      'Anthropic',
      { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'ok' }] },
    ],
    ['Google', { functionResponse: { id: 'c', response: 'ok' } }],
    ['Amazon', { toolResult: { toolUseId: 'c', content: 'ok' } }],
    ['the AI SDK', { type: 'tool-result', toolCallId: 'c', output: { type: 'text', value: 'ok' } }],
    ['Genkit', { toolResponse: { ref: 'c', output: 'ok' } }],
  ])('reads a result in the form of %s', (_, sent) => {
    expect(readPart(sent)).toMatchObject({ type: 'toolResult', id: 'c', result: 'ok' });
  });

  it.each<[string, JsonValue, string]>([
    ['a URL', { type: 'image_url', image_url: { url: 'https://x/y.png' } }, 'https://x/y.png'],
    ['a plain URL', { type: 'input_image', image_url: 'https://x/y.png' }, 'https://x/y.png'],
    ['a URI', { type: 'uri', modality: 'image', uri: 'https://x/y.png' }, 'https://x/y.png'],
    [
      'base64',
      { type: 'blob', mime_type: 'image/gif', content: 'AAAA' },
      'data:image/gif;base64,AAAA',
    ],
    [
      'base64 of unknown type',
      { type: 'blob', modality: 'image', content: 'AAAA' },
      'data:image/png;base64,AAAA',
    ],
    [
      'a source',
      { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: 'AAAA' } },
      'data:image/gif;base64,AAAA',
    ],
    [
      'inline data',
      { inlineData: { mimeType: 'image/gif', data: 'AAAA' } },
      'data:image/gif;base64,AAAA',
    ],
    [
      'media',
      { media: { url: 'data:image/gif;base64,AAAA', contentType: 'image/gif' } },
      'data:image/gif;base64,AAAA',
    ],
  ])('reads %s as an image', (_, sent, url) => {
    expect(readPart(sent)).toEqual({ type: 'image', url });
  });

  it('keeps the transcript of audio', () => {
    const sent = {
      type: 'blob',
      modality: 'audio',
      mime_type: 'audio/wav',
      content: 'AAAA',
      transcript: 'hi',
    };
    expect(readPart(sent)).toEqual({
      type: 'audio',
      url: 'data:audio/wav;base64,AAAA',
      mimeType: 'audio/wav',
      transcript: 'hi',
    });
    expect(readPart({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } })).toEqual(
      {
        type: 'audio',
        url: 'data:audio/mp3;base64,AAAA',
        mimeType: 'audio/mp3',
      },
    );
  });

  it.each<[JsonValue, string]>([
    [{ type: 'file', file_id: 'f-1' }, 'file'],
    [{ type: 'dance', steps: 3 }, 'dance'],
    [{ __proto__: null, constructor: 'x' }, 'json'],
    [{}, 'json'],
    [5, 'json'],
    [null, 'json'],
    [['a'], 'json'],
  ])('keeps parts of unknown types, such as %j', (sent, name) => {
    expect(readPart(sent)).toEqual({ type: 'other', name, value: sent });
  });

  it('may be all that there is', () => {
    expect(readParts({ type: 'text', text: 'hi' })).toEqual([text('hi')]);
    expect(readParts('hi')).toEqual([text('hi')]);
    expect(readParts(null)).toEqual([]);
  });
});
