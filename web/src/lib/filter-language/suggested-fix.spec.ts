import { readSuggestedFix } from './suggested-fix.js';

describe('the fix that an error suggests', () => {
  it.each([
    [
      'error_count > 0 and num_spanss > 1',
      'Unknown name `num_spanss`; did you mean `num_spans`? (at character 21).',
      'error_count > 0 and num_spans > 1',
    ],
    [
      "'😀' in name and annotations['q'].scor > 1",
      'An annotation has no `scor`; did you mean `score`? (at character 34).',
      "'😀' in name and annotations['q'].score > 1",
    ],
    [
      "any(s.nam == 'nam' for s in spans)",
      '`s` has no field `nam`; did you mean `name`? (at character 5).',
      "any(s.name == 'nam' for s in spans)",
    ],
    [
      'latency > 5',
      'None of the newest 1,000 spans of this project has the attribute `latency`; did you mean `latency_ms`?',
      'latency_ms > 5',
    ],
  ])('of %s', (condition, problem, fixed) => {
    expect(readSuggestedFix(condition, problem)?.condition).toBe(fixed);
  });

  it.each([
    ['a > 5', 'A number is required here (at character 1).'],
    ['a > 5', 'Unknown name `b`; did you mean `c`? (at character 1).'],
  ])('is absent if %s gets %j', (condition, problem) => {
    expect(readSuggestedFix(condition, problem)).toBeUndefined();
  });
});
