import { MAX_HOT_ENTRIES, mergeStoredAttributes, splitAttributes } from './attributes.js';
import { type JsonObject, stringifyJson } from '../kernel/json/json.js';

const LONG = 'What is an arch made of? '.repeat(20);
const OTHER = 'Of stones that hold each other. '.repeat(20);

function messages(...contents: string[]): JsonObject[] {
  return contents.map((content) => ({ message: { role: 'user', content } }));
}

/** Splits attributes, checks that joining restores them, and returns the two parts. */
function split(attributes: JsonObject): { hot: JsonObject; cold: JsonObject | null } {
  const { hot, cold } = splitAttributes(attributes);
  const joined = mergeStoredAttributes(stringifyJson(hot), cold && stringifyJson(cold));
  expect(joined).toEqual(attributes);
  expect(mergeStoredAttributes(hot, cold)).toEqual(attributes);
  return { hot, cold };
}

describe('a text that is said twice', () => {
  it('is stored once if it is an input or output and a message', () => {
    const llm = { input_messages: messages(OTHER, LONG), output_messages: messages(OTHER) };
    const { hot, cold } = split({
      input: { value: LONG, mime_type: 'text/plain' },
      output: { value: OTHER },
      llm,
    });
    expect(hot).toEqual({
      'input.mime_type': 'text/plain',
      'input.value': { same: '{llm,input_messages,1,message,content}' },
      'output.value': { same: '{llm,input_messages,0,message,content}' },
    });
    expect(cold).toEqual({ llm });
  });

  it('is stored once if it is the result of a tool', () => {
    const gen_ai = { tool: { call: { result: LONG } } };
    const { hot, cold } = split({ output: { value: LONG }, gen_ai });
    expect(hot).toEqual({ 'output.value': { same: '{gen_ai,tool,call,result}' } });
    expect(cold).toEqual({ gen_ai });
  });

  it.each<[string, JsonObject]>([
    ['different texts', { input: { value: LONG }, question: `${LONG}?` }],
    ['a part of another text', { input: { value: LONG }, question: LONG + LONG }],
    ['a value that is a list', { input: { value: [LONG] }, question: LONG }],
    ['a member of an input that is a list', { input: [{ value: LONG }], question: LONG }],
    ['a name with a comma', { input: { value: LONG }, 'a,b': LONG }],
    ['a name with a brace', { input: { value: LONG }, 'a}b': LONG }],
    ['a name with a quotation mark', { input: { value: LONG }, 'a"b': LONG }],
    ['a name with a backslash', { input: { value: LONG }, 'a\\b': LONG }],
    ['a name with a dot', { input: { value: LONG }, 'a.b': LONG }],
    ['an empty name', { input: { value: LONG }, '': LONG }],
    ['the name null', { input: { value: LONG }, NULL: LONG }],
  ])('stays as it is: %s', (_, attributes) => {
    const { cold } = split(attributes);
    expect(cold).toEqual(attributes);
  });

  it('is stored once if input and output are the same', () => {
    const { hot, cold } = split({ input: { value: LONG }, output: { value: LONG } });
    expect(hot).toEqual({ 'output.value': { same: '{input,value}' } });
    expect(cold).toEqual({ input: { value: LONG } });
  });

  it('stays where short texts are', () => {
    const attributes = { input: { value: 'Hi' }, llm: { input_messages: messages('Hi') } };
    expect(split(attributes).hot).toEqual({ 'input.value': 'Hi' });
  });

  it('keeps other members of the input in the payload', () => {
    const input = { value: LONG, parts: [1] };
    expect(split({ input, question: LONG }).cold).toEqual({
      input: { parts: [1] },
      question: LONG,
    });
  });

  it('stays in the payload if the hot part is full', () => {
    const many = Object.fromEntries(
      Array.from({ length: MAX_HOT_ENTRIES }, (_, at) => [`name_${at}`, at]),
    );
    const { hot, cold } = split({ ...many, input: { value: LONG }, question: LONG });
    expect(Object.keys(hot)).toHaveLength(MAX_HOT_ENTRIES);
    expect(cold).toEqual({ input: { value: LONG }, question: LONG });
  });

  it('is not looked for in a huge payload for long', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ at }));
    const attributes = { input: { value: LONG }, many, question: LONG };
    expect(split(attributes).cold).toEqual(attributes);
  });

  it('is absent if the payload is gone', () => {
    const { hot } = splitAttributes({ input: { value: LONG }, question: LONG });
    expect(mergeStoredAttributes(hot, null)).toEqual({});
  });

  it('is never read from a prototype or beyond a list', () => {
    for (const path of ['constructor', '__proto__', 'list,9', 'list,x', 'text,0', '', 'list']) {
      const hot = { 'input.value': { same: `{${path}}` } };
      const cold = { list: ['a'], text: 'abc' };
      expect(mergeStoredAttributes(hot, cold)).toEqual(cold);
    }
  });
});
