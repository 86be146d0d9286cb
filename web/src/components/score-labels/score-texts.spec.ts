import { describeBounds, describeLabels } from './score-texts.js';

describe('the texts about scores', () => {
  it('name bounds', () => {
    expect(describeBounds(0, 1)).toBe('0 to 1');
    expect(describeBounds(-1, null)).toBe('at least −1');
    expect(describeBounds(null, 0.5)).toBe('at most 0.5');
    expect(describeBounds(null, null)).toBeUndefined();
  });

  it('name labels with their scores', () => {
    expect(
      describeLabels([
        { label: 'good', score: 1 },
        { label: 'bad', score: null },
      ]),
    ).toBe('good (1), bad');
  });
});
