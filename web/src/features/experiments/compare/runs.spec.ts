import type { ComparisonRow } from '../api/comparison.js';
import { collectKeys, findRunOfRepetition, compareWithBase } from './runs.js';

describe('findRunOfRepetition', () => {
  const runs = [{ repetitionNumber: 1 }, { repetitionNumber: 3 }];

  it('finds the run with that number', () => {
    expect(findRunOfRepetition(runs, 3, 3)).toBe(runs[1]);
    expect(findRunOfRepetition(runs, 2, 3)).toBeUndefined();
  });

  it('uses the last run of an experiment with fewer repetitions', () => {
    expect(findRunOfRepetition(runs, 5, 3)).toBe(runs[1]);
    expect(findRunOfRepetition(runs, 5, 1)).toBe(runs[0]);
  });
});

describe('compareWithBase', () => {
  it.each([
    [undefined, 'better', 'worse'],
    ['MAXIMIZE', 'better', 'worse'],
    ['MINIMIZE', 'worse', 'better'],
    ['NONE', undefined, undefined],
  ] as const)('with the direction %s finds a higher score %s', (direction, higher, lower) => {
    expect(compareWithBase(284, 234, direction)).toEqual({ side: 'higher', verdict: higher });
    expect(compareWithBase(234, 284, direction)).toEqual({ side: 'lower', verdict: lower });
  });

  it('finds no difference between equal scores, or without one', () => {
    expect(compareWithBase(1, 1)).toBeUndefined();
    expect(compareWithBase(null, 1)).toBeUndefined();
    expect(compareWithBase(1, undefined)).toBeUndefined();
  });
});

describe('collectKeys', () => {
  it('collects each key once', () => {
    const row = (input: unknown, output: unknown) =>
      ({
        example: { revision: { input, output: { answer: 1 }, metadata: [] } },
        repeatedRunGroups: [{ runs: [{ output }] }],
      }) as unknown as ComparisonRow;
    expect(collectKeys([row({ q: 1, lang: 2 }, 'text'), row({ q: 1 }, { answer: 2 })])).toEqual({
      input: ['q', 'lang'],
      reference_output: ['answer'],
      metadata: [],
      output: ['answer'],
    });
  });
});
