import type { OutputConfig } from './output-config.js';
import { readProgramResult } from './program-result.js';

const named = { name: 'x', description: null, optimizationDirection: 'MAXIMIZE' as const };
const LABELS: OutputConfig = {
  ...named,
  type: 'CATEGORICAL',
  values: [
    { label: 'good', score: 1 },
    { label: 'bad', score: 0 },
  ],
};
const SCORE: OutputConfig = { ...named, type: 'CONTINUOUS', lowerBound: 0, upperBound: 1 };

const read = (result: unknown, output: OutputConfig | null = null) =>
  readProgramResult(JSON.stringify(result), output);

describe('the result of a program', () => {
  it.each([
    [0.5, null, { score: 0.5, label: null }],
    [' fine ', null, { score: null, label: 'fine' }],
    [true, null, { score: 1, label: 'true' }],
    [false, SCORE, { score: 0, label: 'false' }],
    [false, LABELS, { score: 0, label: 'bad' }],
    ['good', LABELS, { score: 1, label: 'good' }],
    [0, LABELS, { score: 0, label: 'bad' }],
    [1e300, null, { score: 1e300, label: null }],
    [
      { score: 0.3, label: 'good', explanation: 'why' },
      LABELS,
      { score: 0.3, label: 'good', explanation: 'why' },
    ],
    [
      { score: 1, explanation: 'x'.repeat(30_000) },
      null,
      { score: 1, explanation: 'x'.repeat(20_000) },
    ],
  ])('%j becomes an evaluation', (result, output, evaluation) => {
    expect(read(result, output)).toEqual({ explanation: null, label: null, ...evaluation });
  });

  it.each([
    [null, null, 'returned nothing'],
    [[], null, 'returned a list'],
    [{}, null, 'without a score or a label'],
    [{ label: 1 }, null, 'label must be a text'],
    [{ score: [] }, null, 'returned a list'],
    [{ score: 1, explanation: {} }, null, 'explanation must be a text'],
    ['', null, '1 to 1000 characters'],
    ['fine', LABELS, 'is not one of "good", "bad"'],
    [0.5, LABELS, 'No label has the score 0.5.'],
    ['fine', SCORE, 'instead of a score'],
    [2, SCORE, 'outside of the bounds 0 to 1'],
  ])('%j is refused', (result, output, message) => {
    expect(() => read(result, output)).toThrow(message);
  });
});
