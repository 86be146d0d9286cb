import { readSpanCondition, selectsOnlyRoots } from './span-condition.js';

describe('selectsOnlyRoots', () => {
  it.each([
    'parent_span is None',
    'parent_id is None',
    'parent_id == None',
    'None == parent_id',
    "parent_span is None and name == 'a'",
    "name == 'a' and (latency_ms > 1 and parent_id is None)",
    'parent_span is None or parent_id is None',
    "parent_span is None and name == 'a' or parent_id is None and name == 'b'",
    'not (parent_id is not None)',
    'not (parent_span is not None)',
    "not (parent_id is not None or name == 'a')",
    'not not (parent_id is None)',
    "name == 'a' and False",
  ])('is certain of %s', (text) => {
    expect(selectsOnlyRoots(readSpanCondition(text)!)).toBe(true);
  });

  it.each([
    "name == 'a'",
    'parent_id is not None',
    'not (parent_id is None)',
    "parent_id is None or name == 'a'",
    "not (parent_id is not None and name == 'a')",
    "parent_id == 'a'",
    'not (parent_span is None)',
    'output.value is None',
    "annotations['q']",
    "not annotations['q']",
    "name == 'a' and True",
    'parent_id is None or True',
    "attributes['parent_id'] is None",
  ])('is not certain of %s', (text) => {
    expect(selectsOnlyRoots(readSpanCondition(text)!)).toBe(false);
  });
});
