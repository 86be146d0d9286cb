import type { JsonObject } from '../../kernel/json/json.js';
import { parseJson } from '../../kernel/json/json.js';
import { BUILT_IN_EVALUATORS, findBuiltInEvaluator } from './built-in-evaluators.js';

function evaluate(name: string, inputs: JsonObject) {
  const mapping = { literalMapping: inputs, pathMapping: {} };
  return findBuiltInEvaluator(name)!.evaluate({}, mapping);
}

function scoreOf(name: string, inputs: JsonObject): number | null {
  return evaluate(name, inputs).score;
}

describe('every built-in evaluator', () => {
  it.each(BUILT_IN_EVALUATORS.map((evaluator) => [evaluator.name, evaluator] as const))(
    '%s names its inputs',
    (_, evaluator) => {
      const required = evaluator.inputSchema['required'] as string[];
      const evaluateNothing = () => evaluator.evaluate({}, { literalMapping: {}, pathMapping: {} });
      expect(evaluateNothing).toThrow(`"${required[0]}" is missing. Map it to a path`);
    },
  );
});

describe('contains', () => {
  it('finds a word in any case', () => {
    expect(evaluate('contains', { words: 'paris, rome', text: 'It is PARIS.' })).toEqual({
      label: 'true',
      score: 1,
      explanation: 'The text contains "paris".',
    });
  });

  it('says which words are missing', () => {
    const inputs = { words: ['paris', 'rome'], text: 'It is Paris.', require_all: true };
    expect(evaluate('contains', inputs)).toEqual({
      label: 'false',
      score: 0,
      explanation: 'The text does not contain "rome".',
    });
  });

  it('can respect case', () => {
    expect(scoreOf('contains', { words: 'paris', text: 'PARIS', case_sensitive: true })).toBe(0);
  });

  it('searches objects as JSON', () => {
    expect(scoreOf('contains', { words: '"b":1', text: { b: 1 } })).toBe(1);
  });

  it.each([
    [{ words: ' , ', text: 'a' }, '"words" must contain at least one word.'],
    [{ words: 'a', text: null }, '"text" must be a text, but the literal value is null.'],
    [
      { words: 'a', text: 'a', require_all: 'yes' },
      '"require_all" must be true or false, but the literal value is a text.',
    ],
    [{ words: Array.from({ length: 101 }, String), text: '' }, 'at most 100 words'],
    [{ words: 'a', text: 'a'.repeat(200_001) }, 'at most 200000 characters'],
  ])('refuses inputs (%#)', (inputs, message) => {
    expect(() => evaluate('contains', inputs)).toThrow(message);
  });
});

describe('exact_match', () => {
  it('compares texts', () => {
    expect(scoreOf('exact_match', { expected: 'Paris', actual: 'Paris' })).toBe(1);
    expect(evaluate('exact_match', { expected: 'Paris', actual: 'paris' })).toEqual({
      label: 'false',
      score: 0,
      explanation: 'Expected "Paris", but the text is "paris".',
    });
  });

  it('can ignore case', () => {
    const inputs = { expected: 'STRASSE', actual: 'straße', case_sensitive: false };
    expect(scoreOf('exact_match', inputs)).toBe(1);
  });

  it('ignores the order of members', () => {
    expect(scoreOf('exact_match', { expected: { a: 1, b: 2 }, actual: { b: 2, a: 1 } })).toBe(1);
  });
});

describe('regex', () => {
  it('finds a part of the text', () => {
    expect(evaluate('regex', { pattern: '\\d+', text: 'It is 42.' })).toEqual({
      label: 'true',
      score: 1,
      explanation: 'The pattern matches "42".',
    });
  });

  it('can require the whole text', () => {
    expect(scoreOf('regex', { pattern: '\\d+', text: '42.', full_match: true })).toBe(0);
    expect(scoreOf('regex', { pattern: '\\d+', text: '42', full_match: true })).toBe(1);
  });

  it('says why a pattern is invalid', () => {
    expect(() => evaluate('regex', { pattern: '(a', text: '' })).toThrow(
      '"pattern" is not a valid regular expression in RE2 syntax: missing closing ): `(a`.',
    );
    expect(() => evaluate('regex', { pattern: '(?=a)', text: '' })).toThrow('RE2 syntax');
  });

  it('refuses searches that would take long', () => {
    expect(scoreOf('regex', { pattern: '(a+)+b', text: 'a'.repeat(100_000) })).toBe(0);
    const slow = { pattern: '([a-z]{1,30} ?){30}$', text: 'a'.repeat(100_000) };
    expect(() => evaluate('regex', slow)).toThrow('too long for a pattern of this size');
    expect(() => evaluate('regex', { pattern: 'a'.repeat(1001), text: '' })).toThrow('at most');
  });
});

describe('levenshtein_distance', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['same', 'same', 0],
    ['Case', 'case', 1],
    ['👍 yes', '👎 yes', 1],
    ['👨‍👩', '', 3],
  ])('measures the distance of %j and %j as %d', (expected, actual, distance) => {
    expect(scoreOf('levenshtein_distance', { expected, actual })).toBe(distance);
  });

  it('explains itself', () => {
    expect(evaluate('levenshtein_distance', { expected: 'a', actual: 'b' })).toEqual({
      label: null,
      score: 1,
      explanation: '1 edit turns the text into the expected one.',
    });
  });

  it('refuses long texts', () => {
    const inputs = { expected: 'a'.repeat(10_001), actual: '' };
    expect(() => evaluate('levenshtein_distance', inputs)).toThrow(
      '"expected" must have at most 10000 characters.',
    );
  });
});

describe('json_distance', () => {
  it.each([
    ['{"a": 1, "b": 2}', '{"b": 2, "a": 1.0}', 0],
    ['{"a": 1, "b": 2}', '{"a": 1}', 1],
    ['{"a": {"b": 1, "c": 2}}', '{}', 2],
    ['{"a": {"b": 1, "c": 2}}', '{"a": "b"}', 2],
    ['[1, 2, 3]', '[2, 3]', 3],
    ['[]', '{}', 1],
    ['[]', '[]', 0],
    ['{"a": []}', '{}', 1],
    ['null', 'false', 1],
    ['"1"', '1', 1],
    ['9007199254740993', '9007199254740992', 1],
    ['{"__proto__": 1}', '{"constructor": 1}', 2],
  ])('measures the distance of %s and %s as %d', (expected, actual, distance) => {
    expect(scoreOf('json_distance', { expected, actual })).toBe(distance);
    expect(scoreOf('json_distance', { expected: actual, actual: expected })).toBe(distance);
  });

  it('compares values that are JSON already', () => {
    expect(scoreOf('json_distance', { expected: parseJson('{"a": 1}'), actual: '{"a": 1}' })).toBe(
      0,
    );
  });

  it('refuses texts that are not JSON', () => {
    expect(() => evaluate('json_distance', { expected: '{}', actual: 'Paris' })).toThrow(
      '"actual" is not JSON, but "Paris".',
    );
    const asTexts = { expected: 'Rome', actual: 'Paris', parse_strings: false };
    expect(scoreOf('json_distance', asTexts)).toBe(1);
  });

  it('refuses large and deep documents', () => {
    const deep = '['.repeat(300) + ']'.repeat(300);
    expect(() => evaluate('json_distance', { expected: deep, actual: '{}' })).toThrow('levels');
    const large = JSON.stringify(Array.from({ length: 60_000 }, () => 0));
    expect(() => evaluate('json_distance', { expected: large, actual: '[]' })).toThrow('values');
    expect(() => evaluate('json_distance', { expected: large, actual: large })).toThrow('values');
  });
});
