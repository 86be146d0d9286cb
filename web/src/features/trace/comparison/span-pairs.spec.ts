import type { ComparedSpan, SpanPair } from '../api/trace-comparison.js';
import { describeDifferences, findPair, stepToDifference } from './span-pairs.js';

const span = (id: string): ComparedSpan => ({
  id,
  name: 'step',
  spanKind: 'chain',
  statusCode: 'OK',
  statusMessage: '',
  modelName: null,
  provider: null,
  latencyMs: 10,
  tokenCountPrompt: null,
  tokenCountCompletion: null,
  tokenCountTotal: null,
  costSummary: null,
});

const pair = (
  base: string | null,
  other: string | null,
  differences: SpanPair['differences'] = [],
): SpanPair => ({
  depth: 0,
  base: base === null ? null : span(base),
  other: other === null ? null : span(other),
  differences,
});

const equal = pair('a1', 'b1');
const changed = pair('a2', 'b2', ['INPUT', 'MODEL']);
const removed = pair('a3', null);
const added = pair(null, 'b4');
const all = [equal, changed, removed, added];

describe('finding a pair', () => {
  it.each([
    ['a1', equal],
    ['b2', changed],
    ['b4', added],
    ['unknown', changed],
    [undefined, changed],
  ])('by the span %s', (id, expected) => {
    expect(findPair(all, id)).toBe(expected);
  });

  it('takes the first if no pair differs', () => {
    expect(findPair([equal], undefined)).toBe(equal);
    expect(findPair([], undefined)).toBeUndefined();
  });
});

describe('stepping through the pairs that differ', () => {
  it('goes on around both ends', () => {
    expect(stepToDifference(all, equal, 1)).toBe(changed);
    expect(stepToDifference(all, added, 1)).toBe(changed);
    expect(stepToDifference(all, changed, -1)).toBe(added);
    expect(stepToDifference(all, undefined, 1)).toBe(changed);
  });

  it('stays where it is if only that pair differs, and finds nothing if none does', () => {
    expect(stepToDifference([equal, changed], changed, 1)).toBe(changed);
    expect(stepToDifference([equal], equal, 1)).toBeUndefined();
    expect(stepToDifference([], undefined, 1)).toBeUndefined();
  });
});

describe('describing what differs', () => {
  it.each([
    [equal, ''],
    [changed, 'input, model'],
    [removed, 'only in A'],
    [added, 'only in B'],
  ])('%#', (which, expected) => {
    expect(describeDifferences(which)).toBe(expected);
  });
});
