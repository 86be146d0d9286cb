import type { ComparisonRow } from '../api/comparison.js';
import { keysSeen, runOfRepetition, standing } from './runs.js';

describe('the run of a repetition', () => {
  const runs = [{ repetitionNumber: 1 }, { repetitionNumber: 3 }];

  it('is the one of that number', () => {
    expect(runOfRepetition(runs, 3, 3)).toBe(runs[1]);
    expect(runOfRepetition(runs, 2, 3)).toBeUndefined();
  });

  it('is the last of an experiment with fewer', () => {
    expect(runOfRepetition(runs, 5, 3)).toBe(runs[1]);
    expect(runOfRepetition(runs, 5, 1)).toBe(runs[0]);
  });
});

describe('the standing of a score', () => {
  it('is better when it is higher', () => {
    expect(standing(1, 0)).toBe('better');
    expect(standing(0, 1)).toBe('worse');
    expect(standing(1, 1)).toBe('same');
  });

  it('is unknown where there is no score', () => {
    expect(standing(null, 1)).toBeUndefined();
    expect(standing(1, undefined)).toBeUndefined();
  });
});

describe('the keys of what is shown', () => {
  it('are collected once each', () => {
    const row = (input: unknown, output: unknown) =>
      ({
        example: { revision: { input, output: { answer: 1 }, metadata: [] } },
        repeatedRunGroups: [{ runs: [{ output }] }],
      }) as unknown as ComparisonRow;
    expect(keysSeen([row({ q: 1, lang: 2 }, 'text'), row({ q: 1 }, { answer: 2 })])).toEqual({
      input: ['q', 'lang'],
      reference_output: ['answer'],
      metadata: [],
      output: ['answer'],
    });
  });
});
