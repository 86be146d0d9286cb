import { findCondition, formatQuery, isPlain, parseQuery } from './query.js';

describe('a query', () => {
  it.each([
    'refund',
    'where is my order',
    'not found',
    "it's late",
    'in or out',
    '退款',
    '"is it"',
    '"a | b"',
    'a|b',
  ])('consists of words: %s', (typed) => {
    expect(isPlain(typed)).toBe(true);
    expect(parseQuery(` ${typed} `)).toEqual({ search: typed, filter: undefined });
  });

  it.each([
    'latency_ms > 5',
    'output is None',
    "'a' in input",
    "'a | b' in input",
    '"a" not in input',
    'any(s.x for s in spans)',
    "annotations['x']",
    'a = 1',
  ])('consists of a condition: %s', (typed) => {
    expect(isPlain(typed)).toBe(false);
    expect(parseQuery(typed)).toEqual({ search: undefined, filter: typed });
  });

  it.each([
    ['refund | latency_ms > 5', 'refund', 'latency_ms > 5'],
    ['"a | b" c |  num_spans > 3', '"a | b" c', 'num_spans > 3'],
    ["it's late | name == 'x | y'", "it's late", "name == 'x | y'"],
    ['a > b |', 'a > b', undefined],
    ['| latency_ms', undefined, 'latency_ms'],
    ['|', undefined, undefined],
  ])('has words before the bar and a condition after it: %s', (typed, search, filter) => {
    expect(parseQuery(typed)).toEqual({ search, filter });
    expect(typed.slice(findCondition(typed))).toBe(filter ?? '');
  });

  it.each([
    ['refund', 'latency_ms > 5'],
    ['refund', undefined],
    ['a > b', undefined],
    [undefined, 'num_spans > 3'],
    [undefined, 'is_known'],
    [undefined, undefined],
  ])('is written as it is read: %s, %s', (search, filter) => {
    expect(parseQuery(formatQuery({ search, filter }))).toEqual({ search, filter });
  });
});
