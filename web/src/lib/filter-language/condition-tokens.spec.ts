import { readTokens } from './condition-tokens.js';

/** Returns the colored parts of a text, whose condition starts after `start` characters. */
function parts(text: string, start = 0): string[] {
  return readTokens(text, start).map(({ from, to, tone }) => `${tone}: ${text.slice(from, to)}`);
}

describe('the tokens of a query', () => {
  it('are those of the condition', () => {
    expect(parts("latency_ms >= 1_500.5 and 'it\\'s or' not in input.value")).toEqual([
      'operator: >=',
      'number: 1_500.5',
      'word: and',
      "string: 'it\\'s or'",
      'word: not',
      'word: in',
    ]);
    expect(parts('any(s.is_ok is None for s in spans) or len [x2]')).toEqual([
      'function: any',
      'word: is',
      'constant: None',
      'word: for',
      'word: in',
      'word: or',
    ]);
  });

  it('include a string that is still open', () => {
    expect(parts("name == 'and")).toEqual(['operator: ==', "string: 'and"]);
  });

  it('tell words and phrases from the condition', () => {
    const text = 'refund "order 4711" not | a > 1';
    expect(parts(text, text.indexOf('a > 1'))).toEqual([
      'string: "order 4711"',
      'bar: |',
      'operator: >',
      'number: 1',
    ]);
    expect(parts('any and 5', 9)).toEqual([]);
  });
});
