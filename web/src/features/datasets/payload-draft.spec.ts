import { parseExactJson } from '../../lib/json/exact-json.js';
import {
  createBlankDraft,
  findChangedParts,
  createDraft,
  type Payload,
  readDraft,
} from './payload-draft.js';

const payload: Payload = {
  input: parseExactJson('{"question": "Who?", "id": 12345678901234567890}'),
  output: parseExactJson('{"answer": "Ada"}'),
  metadata: {},
};

describe('a draft of an example', () => {
  it('reads back as the original, down to the last digit', () => {
    const draft = createDraft(payload);
    expect(draft.input).toContain('12345678901234567890');
    const reading = readDraft(draft);
    expect(reading.values && findChangedParts(payload, reading.values)).toEqual({});
  });

  it('reports what is wrong with each part', () => {
    const { problems } = readDraft({ input: '{', output: '[1]', metadata: '' });
    expect(Object.keys(problems ?? {})).toEqual(['input', 'output']);
  });

  it('reads empty parts as empty objects', () => {
    expect(readDraft({ input: '', output: ' ', metadata: '{}' }).values).toEqual({
      input: {},
      output: {},
      metadata: {},
    });
  });

  it('detects changes down to one digit, but ignores whitespace', () => {
    const draft = createDraft(payload);
    const spaced = readDraft({ ...draft, output: '{ "answer" :\n"Ada" }' });
    expect(spaced.values && findChangedParts(payload, spaced.values)).toEqual({});
    const typed = draft.input.replace('12345678901234567890', '12345678901234567891');
    const changed = readDraft({ ...draft, input: typed });
    expect(
      Object.keys((changed.values && findChangedParts(payload, changed.values)) ?? {}),
    ).toEqual(['input']);
  });
});

describe('a blank draft', () => {
  it('has the fields of an example without their texts', () => {
    const input = { question: 'Who?', messages: [{}], user: { id: 1 }, temperature: 0.5 };
    const draft = createBlankDraft({ ...payload, input });
    expect(JSON.parse(draft.input)).toEqual({
      question: '',
      messages: [],
      user: {},
      temperature: null,
    });
    expect(draft.output).toBe('{\n  "answer": ""\n}');
    expect(draft.metadata).toBe('');
  });

  it('is empty without an example', () => {
    const empty = { input: '', output: '', metadata: '' };
    expect(createBlankDraft(undefined)).toEqual(empty);
    expect(createBlankDraft({ input: {}, output: {}, metadata: { a: 1 } })).toEqual(empty);
  });
});
