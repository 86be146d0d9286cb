import { planAssignments, type SplitMember, getSplitState } from './split-changes.js';

function member(id: string, ...splits: string[]): SplitMember {
  return { id, datasetSplits: splits.map((split) => ({ id: split })) };
}

const members = [member('a', 'train', 'hard'), member('b', 'train'), member('c')];

describe('getSplitState', () => {
  it.each([
    ['train', 'mixed'],
    ['hard', 'mixed'],
    ['test', 'off'],
  ])('is %s for examples in %s', (split, state) => {
    expect(getSplitState(members, split)).toBe(state);
  });

  it('is on when every example is in it', () => {
    expect(getSplitState(members.slice(0, 2), 'train')).toBe('on');
  });
});

describe('planAssignments', () => {
  it('keeps splits that were not touched', () => {
    expect(planAssignments(members, new Map([['test', true]]))).toEqual([
      { exampleIds: ['a'], splitIds: ['hard', 'test', 'train'] },
      { exampleIds: ['b'], splitIds: ['test', 'train'] },
      { exampleIds: ['c'], splitIds: ['test'] },
    ]);
  });

  it('joins examples that end up in the same splits', () => {
    const touched = new Map([
      ['hard', false],
      ['train', true],
    ]);
    expect(planAssignments(members, touched)).toEqual([
      { exampleIds: ['a', 'c'], splitIds: ['train'] },
    ]);
  });

  it('leaves out examples that need no change', () => {
    expect(planAssignments(members, new Map([['test', false]]))).toEqual([]);
    expect(planAssignments(members, new Map())).toEqual([]);
  });

  it('removes examples from all splits', () => {
    const touched = new Map([
      ['hard', false],
      ['train', false],
    ]);
    expect(planAssignments(members, touched)).toEqual([{ exampleIds: ['a', 'b'], splitIds: [] }]);
  });
});
