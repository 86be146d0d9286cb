import { findFault, fixCondition } from './suggested-fix.js';

describe('the fix that the server suggests', () => {
  it.each([
    [
      'error_count > 0 and num_spanss > 1',
      { position: 21, suggestion: { name: 'num_spans', replaces: 'num_spanss' } },
      'error_count > 0 and num_spans > 1',
    ],
    [
      "'😀' in name and annotations['q'].scor > 1",
      { position: 34, suggestion: { name: 'score', replaces: 'scor' } },
      "'😀' in name and annotations['q'].score > 1",
    ],
    [
      "any(s.nam == 'nam' for s in spans)",
      { position: 5, suggestion: { name: 'name', replaces: 'nam' } },
      "any(s.name == 'nam' for s in spans)",
    ],
    [
      'latency > 5',
      { position: null, suggestion: { name: 'latency_ms', replaces: 'latency' } },
      'latency_ms > 5',
    ],
  ])('of %s', (condition, fault, fixed) => {
    expect(fixCondition(condition, fault)).toBe(fixed);
  });

  it.each([
    ['a > 5', { position: 1, suggestion: null }],
    ['a > 5', { position: 1, suggestion: { name: 'c', replaces: 'b' } }],
    ['a > 5', {}],
  ])('is absent if %s gets %j', (condition, fault) => {
    expect(fixCondition(condition, fault)).toBeUndefined();
  });
});

describe('the place of a fault', () => {
  const faultOf = (condition: string, position?: number) => {
    const fault = findFault(condition, { position });
    return fault && condition.slice(fault.from, fault.to);
  };

  it('is the word or the character at its position', () => {
    expect(faultOf('num_spanss > 1', 1)).toBe('num_spanss');
    expect(faultOf("'😀' in name = 1", 13)).toBe('=');
    expect(faultOf("name == '😀", 9)).toBe("'");
  });

  it('is the last character if something is missing at the end', () => {
    expect(faultOf('latency_ms >', 13)).toBe('>');
    expect(faultOf('a', 2)).toBe('a');
  });

  it('is unknown without a position', () => {
    expect(faultOf('a > 1')).toBeUndefined();
    expect(faultOf('', 1)).toBeUndefined();
  });
});
