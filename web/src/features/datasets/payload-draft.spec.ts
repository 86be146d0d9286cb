import { parseExactJson } from '../../lib/json/exact-json.js';
import { blankDraft, changedParts, draftOf, type Payload, readDraft } from './payload-draft.js';

const payload: Payload = {
  input: parseExactJson('{"question": "Who?", "id": 12345678901234567890}'),
  output: parseExactJson('{"answer": "Ada"}'),
  metadata: {},
};

describe('a draft of an example', () => {
  it('is read back as what it was made from, down to the last digit', () => {
    const draft = draftOf(payload);
    expect(draft.input).toContain('12345678901234567890');
    const reading = readDraft(draft);
    expect(reading.values && changedParts(payload, reading.values)).toEqual({});
  });

  it('says of every part what is wrong with it', () => {
    const { problems } = readDraft({ input: '{', output: '[1]', metadata: '' });
    expect(Object.keys(problems ?? {})).toEqual(['input', 'output']);
  });

  it('takes empty parts for empty objects', () => {
    expect(readDraft({ input: '', output: ' ', metadata: '{}' }).values).toEqual({
      input: {},
      output: {},
      metadata: {},
    });
  });

  it('tells changes from other blanks, and also the change of one digit', () => {
    const draft = draftOf(payload);
    const spaced = readDraft({ ...draft, output: '{ "answer" :\n"Ada" }' });
    expect(spaced.values && changedParts(payload, spaced.values)).toEqual({});
    const typed = draft.input.replace('12345678901234567890', '12345678901234567891');
    const changed = readDraft({ ...draft, input: typed });
    expect(Object.keys((changed.values && changedParts(payload, changed.values)) ?? {})).toEqual([
      'input',
    ]);
  });
});

describe('a blank draft', () => {
  it('has the fields of an example without their texts', () => {
    const input = { question: 'Who?', messages: [{}], user: { id: 1 }, temperature: 0.5 };
    const draft = blankDraft({ ...payload, input });
    expect(JSON.parse(draft.input)).toEqual({
      question: '',
      messages: [],
      user: {},
      temperature: null,
    });
    expect(draft.output).toBe('{\n  "answer": ""\n}');
    expect(draft.metadata).toBe('');
  });

  it('is empty where there is nothing to go by', () => {
    const empty = { input: '', output: '', metadata: '' };
    expect(blankDraft(undefined)).toEqual(empty);
    expect(blankDraft({ input: {}, output: {}, metadata: { a: 1 } })).toEqual(empty);
  });
});
