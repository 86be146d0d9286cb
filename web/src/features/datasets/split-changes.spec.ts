import { splitAssignments, type SplitMember, splitState } from './split-changes.js';

function member(id: string, ...splits: string[]): SplitMember {
  return { id, datasetSplits: splits.map((split) => ({ id: split })) };
}

const members = [member('a', 'train', 'hard'), member('b', 'train'), member('c')];

describe('splitState', () => {
  it.each([
    ['train', 'mixed'],
    ['hard', 'mixed'],
    ['test', 'off'],
  ])('of %s is %s', (split, state) => {
    expect(splitState(members, split)).toBe(state);
  });

  it('is on when every example is in it', () => {
    expect(splitState(members.slice(0, 2), 'train')).toBe('on');
  });
});

describe('splitAssignments', () => {
  it('keeps the splits nobody touched', () => {
    expect(splitAssignments(members, new Map([['test', true]]))).toEqual([
      { exampleIds: ['a'], splitIds: ['hard', 'test', 'train'] },
      { exampleIds: ['b'], splitIds: ['test', 'train'] },
      { exampleIds: ['c'], splitIds: ['test'] },
    ]);
  });

  it('joins examples that end up the same', () => {
    const touched = new Map([
      ['hard', false],
      ['train', true],
    ]);
    expect(splitAssignments(members, touched)).toEqual([
      { exampleIds: ['a', 'c'], splitIds: ['train'] },
    ]);
  });

  it('leaves examples alone that are right already', () => {
    expect(splitAssignments(members, new Map([['test', false]]))).toEqual([]);
    expect(splitAssignments(members, new Map())).toEqual([]);
  });

  it('takes examples out of all splits', () => {
    const touched = new Map([
      ['hard', false],
      ['train', false],
    ]);
    expect(splitAssignments(members, touched)).toEqual([{ exampleIds: ['a', 'b'], splitIds: [] }]);
  });
});
