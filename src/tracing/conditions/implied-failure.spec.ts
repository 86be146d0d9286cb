import { impliesFailure } from './implied-failure.js';
import { readRowCondition } from './row-condition.js';

const implies = (of: 'trace' | 'session', text: string): boolean =>
  impliesFailure(readRowCondition(of, text)!.condition);

describe('a condition that selects only rows with failed spans', () => {
  it.each([
    "any(s.status_code == 'error' for s in spans)",
    "any('ERROR' == s.status_code and s.name == 'x' for s in spans)",
    "any(s.name == 'x' for s in spans if s.status_code in ['ERROR'])",
    "num_spans > 2 and any(s.status_code == 'ERROR' for s in spans)",
    "any(s.status_code == 'ERROR' for s in spans) or any(s.cumulative_error_count >= 2 for s in spans)",
    'any(0 < s.cumulative_error_count < 5 for s in spans)',
    "any(s.parent_span.status_code == 'ERROR' for s in spans)",
    "any(any(c.status_code == 'ERROR' for c in s.children) for s in spans)",
    "not all(s.name == 'x' for s in spans if s.status_code == 'ERROR')",
    "len([s for s in spans if s.status_code == 'ERROR']) > 1",
    "2 <= len([s for s in spans if s.status_code == 'ERROR'])",
    "min(s.latency_ms for s in spans if s.status_code == 'ERROR') < 5",
  ])('is recognized: %s', (text) => {
    expect(implies('trace', text)).toBe(true);
  });

  it.each([
    "any(s.status_code != 'ERROR' for s in spans)",
    "any(s.status_code == 'OK' for s in spans)",
    "any(s.status_code in ['ERROR', 'OK'] for s in spans)",
    "any(s.status_code not in ['ERROR'] for s in spans)",
    "any(s.name == 'ERROR' for s in spans)",
    "not any(s.status_code == 'ERROR' for s in spans)",
    "all(s.status_code == 'ERROR' for s in spans)",
    "not all(s.status_code == 'ERROR' for s in spans)",
    "any(s.status_code == 'ERROR' or s.name == 'x' for s in spans)",
    "any(s.status_code == 'ERROR' for s in spans) or num_spans > 2",
    'any(s.cumulative_error_count >= 0 for s in spans)',
    'any(s.cumulative_error_count > -1 for s in spans)',
    'any(s.cumulative_error_count < 3 for s in spans)',
    "any(not s.status_code == 'ERROR' for s in spans)",
    "len([s for s in spans if s.status_code == 'ERROR']) >= 0",
    "len([s for s in spans if s.status_code == 'ERROR']) < 3",
  ])('is not assumed: %s', (text) => {
    expect(implies('trace', text)).toBe(false);
  });

  it('is recognized for sessions', () => {
    expect(implies('session', "any(s.status_code == 'ERROR' for s in spans)")).toBe(true);
    expect(
      implies('session', "any(any(s.status_code == 'ERROR' for s in t.spans) for t in traces)"),
    ).toBe(true);
    expect(implies('session', 'num_traces > 1')).toBe(false);
  });
});
