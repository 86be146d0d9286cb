import { writeSettings } from './scope-settings.js';

describe('the settings of a scope', () => {
  it('name the ranges between hidden projects, up to the last that is known', () => {
    const settings = { hidden: [7, 3, 4, 12], only: null, lastKnown: 9 };
    expect(writeSettings(settings)).toEqual({
      hidden: '{7,3,4,12}',
      only: '',
      known: '{[1,3),[5,7),[8,10)}',
    });
  });

  it.each([
    [[], 9, '{[1,10)}'],
    [[1], 9, '{[2,10)}'],
    [[9], 9, '{[1,9)}'],
    [[1, 2], 2, '{}'],
    [[5], 0, '{}'],
  ])('know all but %j of the first %d projects', (hidden, lastKnown, known) => {
    expect(writeSettings({ hidden, only: null, lastKnown }).known).toBe(known);
  });

  it('name the only projects in reach', () => {
    expect(writeSettings({ hidden: [], only: [8, 2], lastKnown: 0 })).toEqual({
      hidden: '{}',
      only: '{8,2}',
      known: '{[8,8],[2,2]}',
    });
  });

  it('reach nothing without a project', () => {
    expect(writeSettings({ hidden: [], only: [], lastKnown: 0 }).known).toBe('{}');
  });
});
