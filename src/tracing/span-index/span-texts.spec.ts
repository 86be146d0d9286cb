import { type SpanContents, visitSpan } from './span-texts.js';

const EMPTY: SpanContents = {
  name: 'step',
  statusMessage: '',
  attributes: '{}',
  payload: null,
  events: null,
};

function textsOf(span: Partial<SpanContents>): Record<string, string> {
  const texts: Record<string, string> = {};
  visitSpan({ ...EMPTY, ...span }, { text: (field, text) => (texts[field] = text) });
  return texts;
}

describe('the texts of a span', () => {
  it('are its name, its status message, and the strings and numbers of its attributes', () => {
    expect(
      textsOf({
        statusMessage: 'timed out',
        attributes: '{"user.id": "ann", "llm.token_count.total": 12}',
        payload: '{"input": {"value": "Where is it?"}, "tags": ["a", "b"]}',
      }),
    ).toEqual({
      name: 'step',
      status_message: 'timed out',
      'user.id': 'ann',
      'llm.token_count.total': '12',
      'input.value': 'Where is it?',
      'tags.0': 'a',
      'tags.1': 'b',
    });
  });

  it('include those of its events, but not when these happened', () => {
    const event = {
      name: 'exception',
      timestamp: '2026-03-01T00:00:00Z',
      attributes: { 'exception.message': 'No such order', timestamp: 'yesterday' },
    };
    expect(textsOf({ events: JSON.stringify([event]) })).toEqual({
      name: 'step',
      status_message: '',
      'events.0.name': 'exception',
      'events.0.attributes.exception.message': 'No such order',
      'events.0.attributes.timestamp': 'yesterday',
    });
  });

  it('are first as they read, and then as they were sent', () => {
    const visited: [string, string][] = [];
    const payload = JSON.stringify({
      input: { value: 'gr\\u00f6\\u00dfe' },
      output: { value: 'ok' },
    });
    visitSpan({ ...EMPTY, payload }, { text: (...text) => visited.push(text) });
    expect(visited).toEqual([
      ['name', 'step'],
      ['status_message', ''],
      ['input.value', 'größe'],
      ['input.value', 'gr\\u00f6\\u00dfe'],
      ['output.value', 'ok'],
    ]);
  });

  it('are none where events are not as they are stored', () => {
    expect(Object.keys(textsOf({ events: '["exception", null]' }))).toEqual([
      'name',
      'status_message',
    ]);
  });
});
