import { z } from 'zod';
import { parseJson, stringifyJson } from '../json/json.js';
import {
  anyJson,
  anyObject,
  laxBoolean,
  laxInt32,
  laxNumber,
  laxTime,
  maxBytes,
  storableText,
  trimmedText,
} from './json-fields.js';
import { readAs } from './read-as.js';

const body = z.object({
  score: laxNumber().nullish(),
  count: laxInt32().pipe(z.int().min(1)).nullish(),
  flag: laxBoolean().nullish(),
  at: laxTime().nullish(),
  metadata: anyObject().nullish(),
  name: trimmedText().check(maxBytes(4)).min(1).nullish(),
  note: storableText().nullish(),
  output: anyJson().optional(),
});

const read = (text: string) => readAs(body, parseJson(text), ['body']);

describe('fields of JSON bodies', () => {
  it.each([
    ['{"score": 1.0}', 1],
    ['{"score": "0.5"}', 0.5],
    ['{"score": true}', 1],
    ['{"score": -3}', -3],
    ['{"score": null}', null],
  ])('read the number in %s', (text, score) => {
    expect(read(text).score).toBe(score);
  });

  it.each(['{"score": "many"}', '{"score": []}', '{"score": {}}', '{"score": "nan"}'])(
    'refuse %s',
    (text) => {
      expect(() => read(text)).toThrow('score: Input should be a valid number');
    },
  );

  it.each([
    ['{"count": 2.0}', 2],
    ['{"count": "3"}', 3],
    ['{"count": true}', 1],
  ])('read the integer in %s', (text, count) => {
    expect(read(text).count).toBe(count);
  });

  it.each(['{"count": 2.5}', '{"count": 0}', '{"count": 9007199254740993}', '{"count": "1e3x"}'])(
    'refuse %s',
    (text) => {
      expect(() => read(text)).toThrow('count: Input should be');
    },
  );

  it.each([
    ['{"flag": "YES"}', true],
    ['{"flag": 0}', false],
  ])('read the boolean %s', (text, flag) => {
    expect(read(text).flag).toBe(flag);
  });

  it('read a number of seconds as a time', () => {
    expect(read('{"at": 1700000000.0}').at).toBe('2023-11-14T22:13:20+00:00');
  });

  it('return arbitrary JSON unchanged, including hostile keys and big numbers', () => {
    const output = '{"z":9007199254740993,"a":1.0,"__proto__":{"b":[{"constructor":1}]}}';
    expect(stringifyJson(read(`{"output":${output}}`).output)).toBe(output);
  });

  it.each(['{"metadata": []}', '{"metadata": "x"}', '{"metadata": 9007199254740993}'])(
    'refuse %s',
    (text) => {
      expect(() => read(text)).toThrow('metadata: Input should be a valid dictionary');
    },
  );

  it.each([
    ['{"name": "   "}', 'name: String should have at least 1 character'],
    ['{"name": "ééé"}', 'name: String should have at most 4 bytes'],
    ['{"note": "a\\u0000b"}', 'note: Input should not contain NUL'],
    ['{"note": "\\ud800"}', 'note: Input should not contain NUL'],
    ['[]', 'body: Input should be a valid object'],
  ])('refuse %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('remove surrounding white space from a trimmed text', () => {
    expect(read('{"name": " ab "}').name).toBe('ab');
  });
});
