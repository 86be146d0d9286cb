import {
  createLabel,
  findLabelProblem,
  moveLabel,
  readLabels,
  toLabelDraft,
} from './label-draft.js';

describe('the drafts of labels', () => {
  it('become the same labels again', () => {
    const labels = [
      { label: 'good', score: 0.5 },
      { label: 'bad', score: null },
    ];
    expect(readLabels(labels.map(toLabelDraft))).toEqual(labels);
  });

  it('name a label whose score is not a number', () => {
    expect(findLabelProblem([createLabel('good', '1'), createLabel()])).toBeUndefined();
    expect(findLabelProblem([createLabel('bad', 'x')])).toBe('The score of “bad” is not a number.');
  });

  it('move within the list', () => {
    const labels = ['a', 'b', 'c'].map((text) => createLabel(text));
    const [a, , c] = labels;
    const names = (moved: { label: string }[]) => moved.map(({ label }) => label).join('');
    expect(names(moveLabel(labels, a?.key ?? 0, 1))).toBe('bac');
    expect(names(moveLabel(labels, c?.key ?? 0, -1))).toBe('acb');
    expect(names(moveLabel(labels, a?.key ?? 0, -1))).toBe('abc');
    expect(names(moveLabel(labels, c?.key ?? 0, 1))).toBe('abc');
    expect(names(moveLabel(labels, -1, 1))).toBe('abc');
  });
});
